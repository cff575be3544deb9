/* A plugin of QEMU's user mode that counts instructions, and says the count whenever the program asks for a sign.

   The program asks with getpgid(SIGN + number), a call that means nothing to anybody: the count so far then stands on standard
   error as "instructions NUMBER COUNT". Threads add to one count without a lock, so the program should have one that works.

   The calls are those of QEMU's documentation ("QEMU TCG Plugins"), version 1 of that interface as QEMU 7.2 has it; Debian ships
   no header of it, so they are declared here.

       cc -shared -fPIC -O2 -o instructions.so instructions.c
       qemu-aarch64 -plugin ./instructions.so -L ROOT ROOT/usr/bin/python3 ...  */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define SIGN 0x7ab1e000
#define GETPGID 155 /* on arm64, include/uapi/asm-generic/unistd.h */
#define ADD_U64 0   /* QEMU_PLUGIN_INLINE_ADD_U64 */
#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t id_t64;
struct block; /* struct qemu_plugin_tb */

void qemu_plugin_register_vcpu_tb_trans_cb(id_t64 id, void (*made)(id_t64, struct block *));
size_t qemu_plugin_tb_n_insns(const struct block *block);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *block, int operation, void *at, uint64_t value);
void qemu_plugin_register_vcpu_syscall_cb(id_t64 id,
                                          void (*called)(id_t64, unsigned, int64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                                         uint64_t, uint64_t, uint64_t, uint64_t));

EXPORTED int qemu_plugin_version = 1;

static uint64_t counted;

static void made(id_t64 id, struct block *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &counted, qemu_plugin_tb_n_insns(block));
}

static void called(id_t64 id, unsigned cpu, int64_t number, uint64_t sign, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                   uint64_t f, uint64_t g, uint64_t h)
{
    (void)id, (void)cpu, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == GETPGID && (sign & ~UINT64_C(0xfff)) == SIGN)
        fprintf(stderr, "instructions %" PRIu64 " %" PRIu64 "\n", sign & 0xfff, counted);
}

EXPORTED int qemu_plugin_install(id_t64 id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, made);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
