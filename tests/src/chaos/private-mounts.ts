import { spawnSync } from 'node:child_process'

/** The prefix of a command that runs it where it may mount disks which nobody else sees; undefined if that is forbidden. */
export function privateMounts(): string[] | undefined {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const prefix = ['unshare', ...asRoot, '--mount', '--']
  const [program = '', ...args] = [...prefix, 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt']
  return process.platform === 'linux' && spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? prefix : undefined
}
