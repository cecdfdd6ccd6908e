# How the page of `explore` is built. Sourced by ./stickslip and ./test, after packages.sh and with $root set.

page_stamp=$root/build/.page-built # as new as the sources of the last complete build of the page

is_page_current() {
  [[ -e $root/build/page/index.html && -e $page_stamp ]] &&
    [[ -z $(find "$root/web" -name node_modules -prune -o -type f -newer "$page_stamp" -print -quit) ]]
}

# Where npm is not there, Debian's is installed.
require_npm() {
  command -v npm >/dev/null || install_missing "${page_packages[@]}"
}

build_page() {
  echo "stickslip: building the page, once" >&2
  require_npm && touch "$page_stamp.new" &&
    (cd "$root/web" && npm ci --no-audit --no-fund && npm run build) >&2 && mv "$page_stamp.new" "$page_stamp"
}
