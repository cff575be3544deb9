/* Notes what a program does to the files of one folder, in order, so that a power cut can be played afterwards.
 *
 * Preloaded (LD_PRELOAD) and begun with power_begin(folder, log). What is written, cut, named, renamed or removed is noted
 * before it is done, what is synced after: a kill in between leaves the log saying less than was promised, never more.
 * A record is five numbers and then a path, another path and data: benchmarks/power.py reads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct record { int64_t what, at, path, other, data; };

static char folder[4096];
static size_t folder_length;
static int log_to = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int power_begin(const char *inside, const char *log)
{
    snprintf(folder, sizeof folder, "%s/", inside);
    folder_length = strlen(folder);
    log_to = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return log_to;
}

static int is_ours(const char *path)
{
    return log_to >= 0 && path && strncmp(path, folder, folder_length) == 0;
}

static int path_of(int file, char *path, size_t size)
{
    char link[64];
    if (log_to < 0 || file < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (length > 10 && strcmp(path + length - 10, " (deleted)") == 0) return 0;
    if (strncmp(path, folder, folder_length - 1) == 0 && path[folder_length - 1] == 0) return 1; /* the folder itself */
    return is_ours(path);
}

static void note(char what, const char *path, const char *other, int64_t at, const void *data, size_t size)
{
    struct record head = { what, at, (int64_t)strlen(path), other ? (int64_t)strlen(other) : 0, (int64_t)size };
    struct iovec parts[4] = {
        { &head, sizeof head }, { (void *)path, (size_t)head.path }, { (void *)other, (size_t)head.other },
        { (void *)data, size } };
    int kept = errno;
    pthread_mutex_lock(&lock);
    if (syscall(SYS_writev, log_to, parts, 4) < 0) abort();
    pthread_mutex_unlock(&lock);
    errno = kept;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *data, size_t size)
{
    REAL(write);
    char path[4096];
    if (path_of(file, path, sizeof path)) {
        struct stat now;
        int64_t at = lseek(file, 0, SEEK_CUR);
        if ((fcntl(file, F_GETFL) & O_APPEND) && fstat(file, &now) == 0) at = now.st_size;
        note('W', path, NULL, at, data, size);
    }
    return real(file, data, size);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at)
{
    REAL(pwrite64);
    char path[4096];
    if (path_of(file, path, sizeof path)) note('W', path, NULL, at, data, size);
    return real(file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at)
{
    return pwrite64(file, data, size, at);
}

int ftruncate64(int file, off64_t size)
{
    REAL(ftruncate64);
    char path[4096];
    if (path_of(file, path, sizeof path)) note('T', path, NULL, size, NULL, 0);
    return real(file, size);
}

int ftruncate(int file, off_t size)
{
    return ftruncate64(file, size);
}

static int synced(int file, int done)
{
    char path[4096];
    if (done == 0 && path_of(file, path, sizeof path)) note('S', path, NULL, 0, NULL, 0);
    return done;
}

int fsync(int file)
{
    REAL(fsync);
    return synced(file, real(file));
}

int fdatasync(int file)
{
    REAL(fdatasync);
    return synced(file, real(file));
}

static void opening(const char *path, int flags)
{
    if (!is_ours(path)) return;
    if ((flags & O_CREAT) && access(path, F_OK) != 0) note('C', path, NULL, 0, NULL, 0);
    else if (flags & O_TRUNC) note('T', path, NULL, 0, NULL, 0);
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...)
{
    REAL(open);
    MODE(flags, mode)
    opening(path, flags);
    return real(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    REAL(open64);
    MODE(flags, mode)
    opening(path, flags);
    return real(path, flags, mode);
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    if (is_ours(to)) note('R', from, to, 0, NULL, 0);
    return real(from, to);
}

int unlink(const char *path)
{
    REAL(unlink);
    if (is_ours(path)) note('U', path, NULL, 0, NULL, 0);
    return real(path);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir);
    if (is_ours(path) && access(path, F_OK) != 0) note('M', path, NULL, 0, NULL, 0);
    return real(path, mode);
}
