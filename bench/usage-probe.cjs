// Loaded before anything else into a process that is measured (`node --require`). Writes to file descriptor 3, as lines of
// JSON, what the process has used: when undici sends the first request, now and then in case it is killed, and at the end.
'use strict';
const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { readFileSync, writeSync } = require('node:fs');

/** The kernel's own maximum of this program; that of `resourceUsage` includes the process that started it. */
function peakKilobytes() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

function write(at) {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${JSON.stringify({ at, cpuMs: (user + system) / 1000, peakMb: peakKilobytes() / 1024 })}\n`);
}

const firstRequest = 'undici:client:sendHeaders';
const onFirst = () => {
  unsubscribe(firstRequest, onFirst);
  write('first request');
};
subscribe(firstRequest, onFirst);
setInterval(write, 500, 'meanwhile').unref();
process.on('exit', () => write('end'));
