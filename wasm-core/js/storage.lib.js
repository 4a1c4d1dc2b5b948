/* global mergeInto, LibraryManager, HEAPU8, Module, opfsmarkViews, opfsmarkAt, opfsmarkClock */
/**
 * The imports of the core (include/opfsmark/backends/opfs.h, src/abi.cc): look up the handle, call it, hand an error to
 * the worker, which translates it. No logic, and nothing allocated in the calls that are timed.
 *
 * The worker passes in, as properties of the module: `storage`, an object whose `handle` is the open
 * FileSystemSyncAccessHandle; `failed(error)`, which returns an error code as a negative number; `sleep(ms)`,
 * `begin()`, `poll()`, `claim()`, `lock()` and `unlock()`.
 *
 * Written in the JavaScript that Emscripten 3.1.6 can parse.
 */
mergeInto(LibraryManager.library, {
  $opfsmarkViews: [],
  $opfsmarkAt: { at: 0 },

  // Looking up `performance` in the global scope costs more than reading the clock.
  $opfsmarkClock: '=performance',
  opfsmark_now_ms__deps: ['$opfsmarkClock'],
  opfsmark_now_ms: function () {
    return opfsmarkClock.now();
  },

  opfsmark_sleep: function (ms) {
    Module['sleep'](ms);
  },

  opfsmark_own_buffer__deps: ['$opfsmarkViews'],
  opfsmark_own_buffer: function (slot, bytes) {
    opfsmarkViews[slot] = new ArrayBuffer(bytes);
  },

  opfsmark_view__deps: ['$opfsmarkViews'],
  opfsmark_view: function (slot, memory, bytes) {
    opfsmarkViews[slot] = HEAPU8.subarray(memory, memory + bytes);
  },

  opfsmark_read__deps: ['$opfsmarkViews', '$opfsmarkAt'],
  opfsmark_read: function (slot, offsetBytes) {
    opfsmarkAt.at = offsetBytes;
    try {
      return Module['storage'].handle.read(opfsmarkViews[slot], opfsmarkAt);
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_write__deps: ['$opfsmarkViews', '$opfsmarkAt'],
  opfsmark_write: function (slot, offsetBytes) {
    opfsmarkAt.at = offsetBytes;
    try {
      return Module['storage'].handle.write(opfsmarkViews[slot], opfsmarkAt);
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_read_part: function (memory, bytes, offsetBytes) {
    try {
      return Module['storage'].handle.read(HEAPU8.subarray(memory, memory + bytes), { at: offsetBytes });
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_write_part: function (memory, bytes, offsetBytes) {
    try {
      return Module['storage'].handle.write(HEAPU8.subarray(memory, memory + bytes), { at: offsetBytes });
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_flush: function () {
    try {
      Module['storage'].handle.flush();
      return 0;
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_size: function () {
    try {
      return Module['storage'].handle.getSize();
    } catch (error) {
      return Module['failed'](error);
    }
  },

  opfsmark_begin: function () {
    Module['begin']();
  },

  opfsmark_poll: function () {
    return Module['poll']() ? 1 : 0;
  },

  opfsmark_claim: function () {
    return Module['claim']();
  },

  opfsmark_lock: function () {
    Module['lock']();
  },

  opfsmark_unlock: function () {
    Module['unlock']();
  },
});
