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
  require_npm || return
  echo "stickslip: building the page, once (less than a minute; fetches its npm packages)" >&2
  touch "$page_stamp.new"
  if ! (cd "$root/web" && npm ci --no-audit --no-fund && npm run build) >"$root/build/page.log" 2>&1; then
    tail -n 40 "$root/build/page.log" >&2
    return 1
  fi
  mv "$page_stamp.new" "$page_stamp"
}
