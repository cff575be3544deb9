# Run by U-Boot at power-on: starts the kernel of one of the card's two slots, a (partition 2) or b (partition 3).
# slot.env says which one is kept, and which one is to be tried: that is forgotten here, on the card, before it is tried, so that
# whatever becomes of it, the next power-on takes the kept one again unless it has been kept itself (companion/machine/card).
# No normal start writes anything.
setenv slot a
setenv try
setenv machine
if load ${devtype} ${devnum}:${distro_bootpart} ${scriptaddr} slot.env; then
    env import -t ${scriptaddr} ${filesize} slot try machine
fi
test "${slot}" = b || setenv slot a
setenv word kept
setenv start ${slot}
if test "${try}" = a || test "${try}" = b; then
    setenv word tried
    setenv start ${try}
    setenv try
    # Were it not written, it could be tried for ever: then the kept one is taken.
    env export -t ${scriptaddr} slot machine && fatwrite ${devtype} ${devnum}:${distro_bootpart} ${scriptaddr} slot.env ${filesize} || setenv start ${slot}
fi
# A Pi's usual place for the initrd is too near the kernel, which has grown since. Its first serial line is the Bluetooth's.
setenv console ttyAMA0
test "${board}" = qemu-arm || setenv ramdisk_addr_r 0x06000000
test "${board}" = qemu-arm || setenv console ttyS1
setenv part 2
test "${start}" = b && setenv part 3
setenv bootargs "root=PARTUUID=@DISK@-0${part} ro rootwait panic=10 quiet console=tty1 console=${console},115200 tableside.slot=${start} tableside.word=${word}"
test -n "${machine}" && setenv bootargs "${bootargs} systemd.machine_id=${machine}"
echo "Tableside: slot ${start}, ${word}"
load ${devtype} ${devnum}:${part} ${kernel_addr_r} /boot/vmlinuz && load ${devtype} ${devnum}:${part} ${ramdisk_addr_r} /boot/initrd.img && booti ${kernel_addr_r} ${ramdisk_addr_r}:${filesize} ${fdt_addr}
echo "Tableside: slot ${start} does not start"
# A slot that was only tried: the next start takes the kept one.
test "${word}" = tried && reset
