# Runs as process 1 of its own user, mount, process, network and IPC namespaces. Makes a root of its own out of what it is told to
# show, and starts the program in it without any privilege. Each path is the same inside and outside.
#
# $1: an empty folder that becomes the root; $2: user id to become, or "" inside a user namespace; $3: 1 when ports are to be
# opened; $4: nproc; $5: bytes of data a process; $6: bytes a file; $7: CPU seconds a process; $8: the number of prctl; $9: the
# filter of system calls as hexadecimal digits, or ""; then the working folder, the node that opens ports. Then `ro PATH AT WHOSE` or
# `rw PATH AT WHOSE` …, as of `show`, `--`, and the program with its words.
set -eu
root=$1 uid=$2 ports=$3 nproc=$4 data=$5 fsize=$6 cpu=$7 prctl=$8 filter=$9
shift 9
cwd=$1 node=$2
shift 2
wanted_path=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin

mount -t tmpfs -o size=16m,nr_inodes=20k,mode=755,nosuid,nodev udt "$root"

# What programs may write to can have links by now, also those of a program that still runs, and whatever root makes or mounts there
# by its path would be led out of here by them. So what is made there is made as the program's user, who is shut in here, and what
# is mounted on is held open, as 9.
make() {
  if [ "$whose" = root ]; then "$@"; else chroot ${uid:+"--userspec=$uid:$uid" --groups=} "$root" "$@"; fi
}
hold() {
  exec 9<"$root$1"
  [ "$whose" = root ] || [ "$(readlink /proc/self/fd/9)" = "$root$1" ] || { echo "$1 leads elsewhere" >&2; exit 125; }
}

# Shows $1 at $2; $3 is ro or rw; $4 is whose the place is: root's, or script's where it lies in what programs may write to. Flags
# that the outer mount has cannot be taken away in a user namespace, so they are kept.
show() {
  whose=$4 in=
  if [ "$whose" = root ]; then in=$root; fi
  if [ -d "$1" ]; then make mkdir -p "$in$2"; else make mkdir -p "$in$(dirname "$2")"; [ -e "$root$2" ] || make touch "$in$2"; fi
  hold "$2"
  mount -c --bind "$1" /proc/self/fd/9
  flags=$3,nosuid,nodev
  case ",$(findmnt -n -o VFS-OPTIONS -T "$1" | head -n 1)," in *,noexec,*) flags=$flags,noexec ;; esac
  hold "$2"
  mount -c -o "remount,bind,$flags" /proc/self/fd/9
  exec 9<&-
}

for name in bin sbin lib lib32 lib64 libx32; do
  if [ -h "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"; elif [ -d "/$name" ]; then show "/$name" "/$name" ro root; fi
done
show /usr /usr ro root
for name in alternatives ca-certificates ca-certificates.conf hosts ld.so.cache ld.so.conf ld.so.conf.d localtime mime.types \
  nsswitch.conf pki protocols services ssl timezone; do
  if [ -e "/etc/$name" ]; then show "/etc/$name" "/etc/$name" ro root; fi
done
echo "script:x:${uid:-0}:${uid:-0}:script:/tmp:/bin/sh" >"$root/etc/passwd"
echo "script:x:${uid:-0}:" >"$root/etc/group"

mkdir -p "$root/dev/shm" "$root/proc" "$root/tmp"
for name in null zero full random urandom; do : >"$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mount -t tmpfs -o size=64m,mode=1777,nosuid,nodev udt "$root/dev/shm"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"

while [ "$1" != -- ]; do
  case $1 in
    ro | rw) show "$2" "$3" "$1" "$4"; shift 4 ;;
  esac
done
shift

ip link set lo up
# Memory that belongs to no process is not counted: what System V's calls may have is bounded here, as /dev/shm is.
echo 16384 >/proc/sys/kernel/shmall 2>/dev/null || true
cd "$root"
pivot_root . .
umount -l .
mount -o remount,bind,ro,nosuid,nodev /
cd "$cwd"

become=
if [ -n "$uid" ]; then become="--reuid=$uid --regid=$uid --clear-groups"; fi
PATH=$wanted_path
# What the program says comes by one pipe, in its order; what says something of itself around it, by the other.
exec 4>&1
run() {
  # $become is words.
  /usr/bin/setpriv $become --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs \
    /usr/bin/prlimit --nproc="$nproc" --data="$data" --fsize="$fsize" --cpu="$cpu" --nofile=4096 --core=0 \
    /usr/bin/nice -n 5 "$@" 2>&4 4>&-
}
if [ "$ports" = 1 ]; then run "$node" --input-type=module -e "$UDT_PORT_OPENER"; exec 3>&-; fi
unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE UDT_PORT_OPENER UDT_PORTS OLDPWD
# Not `exec`: process 1 ignores most signals, which a script and its framework may count on.
set +e
# What the shell says of a program that died is not the program's output.
exec 2>/dev/null
# 22 is PR_SET_SECCOMP, 2 SECCOMP_MODE_FILTER; its argument is a struct sock_fprog. Without the filter nothing starts.
filtered='
  my ($prctl, $filter) = splice @ARGV, 0, 2;
  my $steps = pack "H*", $filter;
  syscall($prctl + 0, 22, 2, pack("S x![P] P", length($steps) / 8, $steps), 0, 0) == 0 or exit 126;
  exec { $ARGV[0] } @ARGV or print STDERR "$ARGV[0]: $!\n";
  exit 127;
'
if [ -n "$filter" ]; then run /usr/bin/perl -e "$filtered" "$prctl" "$filter" "$@"; else run "$@"; fi
exit $?
