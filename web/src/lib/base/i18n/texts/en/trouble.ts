/** Why it cannot measure, or stopped: what is wrong, why, and what to do. */
export default {
  support: {
    title: 'This page cannot measure here',
    not_secure: {
      title: 'The connection is not secure',
      cause: 'Browsers allow file storage only on https pages and on localhost.',
      next: 'Open this site with https:// in the address.',
    },
    no_opfs: {
      title: 'This browser has no private file system',
      cause: 'The origin private file system (OPFS) is missing. In Safari it is also missing in private windows.',
      next: 'Use a normal window, or Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
    },
    no_sync_handles: {
      title: 'This browser cannot read and write files synchronously',
      cause: 'FileSystemSyncAccessHandle, the interface that is measured, is missing.',
      next: 'Update the browser: Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
    },
    old_sync_handles: {
      title: 'This browser is too old to be measured',
      cause:
        'It has FileSystemSyncAccessHandle, the interface that is measured, but an early version that takes other calls.',
      next: 'Update the browser: Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
    },
    not_isolated: {
      title: 'The page is not cross-origin isolated',
      cause:
        'Without it there is no shared memory and only a coarse clock. A frame around the page, an extension or a proxy that removes headers can be the cause.',
      next: 'Open the page directly in a tab, and try once without extensions.',
    },
    no_shared_memory: {
      title: 'This browser has no shared memory',
      cause: 'SharedArrayBuffer, through which page and workers stay in step, is missing or switched off.',
      next: 'Use Chrome or Edge 119, Firefox 115, Safari 16.4 or newer.',
    },
    no_wasm: {
      title: 'WebAssembly is switched off',
      cause: 'The engine is WebAssembly. Some hardened modes (Lockdown Mode, strict policies) switch it off.',
      next: 'Allow WebAssembly for this site, or use another browser.',
    },
    private_window: {
      title: 'This looks like a private window',
      cause: 'The browser refuses file storage in private windows.',
      next: 'Open this page in a normal window.',
    },
    storage_blocked: {
      title: 'Site data is blocked',
      cause: 'A setting of the browser, or an extension, blocks site data (cookies) for this page.',
      next: 'Allow site data for this site in the settings of the browser, then reload the page.',
    },
    no_workers: {
      title: 'Workers could not be started',
      cause: 'The engine runs in worker threads, and the browser did not start them.',
      next: 'Try once without extensions, or use another browser.',
    },
    core_not_loaded: {
      title: 'The measuring engine could not be loaded',
      cause: 'A file of this page (core.wasm) did not arrive or could not be compiled.',
      next: 'Check the connection and reload the page. An extension that blocks files can also be the cause.',
    },
    no_space: {
      title: 'Not enough space',
      cause: 'The browser has no space left for even a small file of this site.',
      next: 'Free some space on the drive, then reload the page.',
    },
    probe_failed: {
      title: 'The test file could not be used',
      cause: 'The browser offers file storage, but a small test file could not be created, written or read.',
      next: 'Reload the page. If that does not help, try another browser.',
    },
    check_failed: {
      title: 'The check of this browser failed',
      cause: 'Something unexpected happened: {detail}',
      next: 'Reload the page. If that does not help, try another browser.',
    },
  },
  refused: {
    busy: {
      title: 'Already measuring in another tab',
      cause: 'Two runs at the same time would slow each other down.',
      next: 'Wait until the other tab is done, or stop it there. Then click Run.',
    },
    unsupported: {
      title: 'This browser cannot measure',
      cause: 'Something it needs is missing: {detail}',
      next: 'Use Chrome or Edge 119, Firefox 115, Safari 16.4 or newer, in a normal window.',
    },
    invalid_plan: {
      title: 'This plan cannot be run',
      cause: 'A parameter is out of bounds: {detail}',
      next: 'Choose a profile above.',
    },
    not_prepared: {
      title: 'No file was prepared for this test',
      cause:
        'To read from the drive, a file for exactly this test must have been written before the computer was restarted.',
      next: 'Click Prepare, restart the computer and come back.',
    },
    not_agreed: {
      title: 'This test writes a lot',
      cause: 'Confirm the amount first.',
      next: 'Tick the box with the number of bytes, then click Run.',
    },
  },
  failure: {
    title: '{test} failed',
    kept: 'What was finished before is kept.',
    detail: 'Detail: {detail}',
    quota_exceeded: {
      title: 'The browser’s storage limit was reached',
      cause:
        'The file did not fit. Browsers give a site only part of the free space, and report a full drive the same way.',
      next: 'Choose a smaller file size, or free space on the drive.',
    },
    disk_full: {
      title: 'The drive is full',
      cause: 'There was no room for the file.',
      next: 'Free some space, or choose a smaller file size.',
    },
    short_write: {
      title: 'A write was cut short',
      cause: 'The system took fewer bytes than given, which it does when a drive is almost full.',
      next: 'Free some space and run again.',
    },
    verify_failed: {
      title: 'The data read differs from the data written',
      cause: 'The content of a sector differs. Memory, cable or drive may be faulty.',
      next: 'Back up what matters, then run again. If it happens again, check the drive with its manufacturer’s tool.',
    },
    handle_lost: {
      title: 'The file was removed',
      cause: 'The browser closed the file during the run, for instance because site data was deleted.',
      next: 'Run again, and do not clear site data during the run.',
    },
    stood_still: {
      title: 'The computer or the browser stood still',
      cause: 'It slept or was frozen in a part of the test that cannot be measured again.',
      next: 'What was measured before is kept. Keep the computer awake and run again.',
    },
    worker_died: {
      title: 'A worker stopped',
      cause: 'The browser ended a thread of the benchmark, often for lack of memory.',
      next: 'Close other tabs and run again.',
    },
    not_allowed: {
      title: 'The browser refused access',
      cause: 'Storage may be blocked for this site, or this is a private window.',
      next: 'Allow site data for this page, or open it in a normal window.',
    },
    file_changed: {
      title: 'The file can no longer be read',
      cause: 'It was changed, moved or deleted since you picked it, or its drive was taken out.',
      next: 'Connect the drive and pick the file again.',
    },
    io_error: {
      title: 'Reading or writing failed',
      cause: 'The system reported an error of the drive or the connection to it.',
      next: 'Check cable and drive, then run again.',
    },
    internal: {
      title: 'An error in this page',
      cause: 'Something happened that should not be possible.',
      next: 'Reload the page and run again. If it happens again, please report it.',
    },
  },
} as const;
