#!/usr/bin/env bash
# Builds the Debian package, installs it with dpkg into a root that holds nothing but what the package says it depends
# on, and runs the program in there. Those packages are copied from this machine, where the build needed them anyway:
# that takes seconds and no network, where a debootstrap takes minutes; and dpkg checks the dependencies all the same.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
source cmake/packages.sh # as_root
root=$PWD/build/clean-root

as_root rm -rf build/package "$root"
(cd build && cpack >package.log 2>&1) || { cat build/package.log && exit 1; }
package=$(echo build/package/stickslip_*.deb)
dpkg-deb -f "$package" Package Version Depends Recommends

# The packages it depends on, and those they depend on.
depends=$(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')
depends+=" dash libc-bin" # essential, so on every Debian: the package's scripts call sh and ldconfig
mapfile -t closure < <(apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts \
  --no-breaks --no-replaces --no-enhances $depends | grep '^[a-z]' | sort -u)

# Their files, and dpkg's knowledge of them.
database=$root/var/lib/dpkg
mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/tmp "$database"/{info,updates}
for folder in bin sbin lib lib64; do ln -s usr/$folder "$root/$folder"; done
for name in $(dpkg-query -W -f '${binary:Package} ' "${closure[@]}"); do
  dpkg-query -L "$name" >"$database/info/$name.list"
done
sort -u "$database"/info/*.list | while read -r file; do
  if [[ -L $file || -f $file ]]; then echo ".$file"; fi
done | tar -C / -cf - --no-recursion -T - | tar -C "$root" -xf - --keep-directory-symlink
dpkg-query -s "${closure[@]}" >"$database/status"

as_root dpkg --root="$root" --log=/dev/null -i "$package"
run() { as_root chroot "$root" /usr/bin/stickslip "$@"; }
run --version
run simulate dlubal-0116 --times 1,2,4 --json | grep '"x":\[0.13893041873831' >/dev/null
run simulate sdnd106-two-masses --times 0.15 --json | grep '"x":\[\[1.35333766' >/dev/null # a structure, by the companion
run simulate synthetic-earthquake --out /tmp/motion.nc >/dev/null
[[ -s $root/tmp/motion.nc ]]
run reproduce dlubal-table >/dev/null
(run explore --page /nowhere || true) 2>&1 | grep -- '--page /nowhere: must be a folder' >/dev/null
[[ -e $root/usr/include/stickslip/version.hpp ]]
for file in man/man1/stickslip.1.gz bash-completion/completions/stickslip zsh/vendor-completions/_stickslip \
  fish/vendor_completions.d/stickslip.fish; do
  [[ -s $root/usr/share/$file ]]
done
[[ ! -e build/page/index.html || -s $root/usr/share/stickslip/page/index.html ]] # the page goes along where it is built
# A program in C is linked against the package as pkg-config says, and runs in there.
flags=$(PKG_CONFIG_PATH=$root/usr/lib/pkgconfig pkg-config --cflags --libs stickslip_c)
as_root cc -std=c99 examples/c/friction_damper.c $flags -o "$root/usr/bin/friction_damper"
as_root chroot "$root" /usr/bin/friction_damper | grep 'bound 0.15 N:.*largest 0.341882' >/dev/null
as_root rm -rf "$root"
