import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from './server-process.ts'

const nobody = 65_534
/** Mode of the folders above the cluster: the server's user may enter them, and only their owner may list them. */
export const passable = 0o711

const mapped = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

/**
 * Returns a function that changes a command so that PostgreSQL's programs, which refuse root, run on `folder`. Root enters
 * a user namespace in which it is another user; that needs no new user, no rights and no change of owner. If namespaces
 * are forbidden, root becomes `nobody` and gives that user the folder. A folder of another user is used as that user.
 */
export function asPostgresUser(folder: string): (command: Command) => Command {
  if (process.getuid?.() !== 0) return (command) => command
  const owner = statSync(folder)
  if (owner.uid !== 0) return (command) => ({ ...command, owner: { uid: owner.uid, gid: owner.gid } })
  if (canMapUsers()) return ({ program, args }) => ({ program: 'unshare', args: [...mapped, '--', program, ...args] })
  giveTo(folder, nobody)
  return (command) => ({ ...command, owner: { uid: nobody, gid: nobody } })
}

function canMapUsers(): boolean {
  return spawnSync('unshare', [...mapped, '--', 'true'], { stdio: 'ignore' }).status === 0
}

function giveTo(path: string, uid: number): void {
  chownSync(path, uid, uid)
  if (!existsSync(path) || !statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(join(path, name), uid)
}
