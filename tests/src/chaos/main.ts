// npm run chaos -- [--faults <number>] [--seconds <number>] [--seed <number>] [--only <faults>] [--quick] [--from <commit>]
// Kills, restores, promotes and fills parts of a system under load, and checks afterwards that all data agree. With
// `--from`, the processes of an earlier version are replaced by those of this one instead, while people write.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { privateMounts } from './private-mounts.ts'

const mounts = process.env.CHAOS_MOUNTS === 'private' ? undefined : privateMounts()
if (mounts) again(mounts)
else {
  const { run } = await import('./run.ts')
  // The channel to the parent would keep this process from ending.
  await run().finally(() => process.connected && process.disconnect())
}

/** Runs this program where it may mount disks. */
function again([program = '', ...args]: string[]): void {
  const child = spawn(program, [...args, process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, CHAOS_MOUNTS: 'private' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('disconnect', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}
