#!/bin/sh
# Writes the manual page and the completion scripts of PROGRAM into FOLDER: self_description.sh PROGRAM FOLDER
set -e
program=$1
folder=$2
mkdir -p "$folder"
"$program" --manual | gzip -9n >"$folder/stickslip.1.gz"
"$program" --completion bash >"$folder/stickslip"
"$program" --completion zsh >"$folder/_stickslip"
"$program" --completion fish >"$folder/stickslip.fish"
