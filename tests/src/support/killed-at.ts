// Preloaded into a command, which it kills at the moment of KILL_AT: a pattern that a statement in a database, written
// `database: statement`, or the new name of a file meets.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'

const moment = new RegExp(process.env.KILL_AT ?? '(?!)')
const reach = (what: string) => moment.test(what) && process.kill(process.pid, 'SIGKILL')

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
  const [statement] = given as unknown as [string | { text?: string }]
  reach(`${this.database}: ${typeof statement === 'string' ? statement : statement.text}`)
  return query.apply(this, given)
} as typeof query

const { renameSync } = fs
fs.renameSync = (from, to) => {
  reach(String(to))
  renameSync(from, to)
}
const { rename } = promises
promises.rename = async (from, to) => {
  reach(String(to))
  await rename(from, to)
}
syncBuiltinESMExports()
