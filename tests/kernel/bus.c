// SPDX-License-Identifier: MIT
// An I2C bus 1 with one device on it that takes every byte and writes it down, for tests/kernel and tests/box: what a logic analyser on an
// OLED's two wires would show. `present` (a parameter that root writes) is its plug; /sys/kernel/debug/oled_bus/written has
// the transfers so far, each as two bytes of length, the lower first, and its bytes; writing to it empties it.
#include <linux/debugfs.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/vmalloc.h>

#define ADDRESS 0x3c
#define ROOM (4 << 20)

static bool present = true;
module_param(present, bool, 0644);

static u8 *written;
static size_t length;
static DEFINE_MUTEX(writing);
static struct dentry *folder;

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int each;

	for (each = 0; each < count; each++) {
		struct i2c_msg *message = &messages[each];

		if (!present || message->addr != ADDRESS)
			return -EREMOTEIO;
		if (message->flags & I2C_M_RD) {
			memset(message->buf, 0, message->len);
			continue;
		}
		mutex_lock(&writing);
		if (length + 2 + message->len <= ROOM) {
			written[length++] = message->len & 0xff;
			written[length++] = message->len >> 8;
			memcpy(written + length, message->buf, message->len);
			length += message->len;
		}
		mutex_unlock(&writing);
	}
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.name = "bus of the box",
	.algo = &algorithm,
	.nr = 1,
};

static ssize_t read_written(struct file *file, char __user *to, size_t count, loff_t *place)
{
	ssize_t got;

	mutex_lock(&writing);
	got = simple_read_from_buffer(to, count, place, written, length);
	mutex_unlock(&writing);
	return got;
}

static ssize_t empty_written(struct file *file, const char __user *from, size_t count, loff_t *place)
{
	mutex_lock(&writing);
	length = 0;
	mutex_unlock(&writing);
	return count;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = read_written,
	.write = empty_written,
};

static int __init start(void)
{
	int error;

	written = vmalloc(ROOM);
	if (!written)
		return -ENOMEM;
	error = i2c_add_numbered_adapter(&adapter);
	if (error) {
		vfree(written);
		return error;
	}
	folder = debugfs_create_dir("oled_bus", NULL);
	debugfs_create_file("written", 0600, folder, NULL, &operations);
	return 0;
}

static void __exit stop(void)
{
	debugfs_remove_recursive(folder);
	i2c_del_adapter(&adapter);
	vfree(written);
}

module_init(start);
module_exit(stop);
MODULE_DESCRIPTION("An I2C bus that writes down what an OLED is told");
MODULE_LICENSE("Dual MIT/GPL");
