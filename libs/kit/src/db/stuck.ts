import type pg from 'pg'

/** How many of the longest statements in a row one transaction may honestly need. */
const statementsInARow = 6

/**
 * Tells whether a pool's connections are lost to it: all of them are lent out, somebody waits, and none has come back
 * for as long as several statements may take. A database that is away does not look like that: its connections fail
 * and come back.
 */
export function watchPool(pool: pg.Pool, answerMs: number | undefined, now = () => performance.now()): () => boolean {
  let moved = now()
  const move = () => {
    moved = now()
  }
  pool.on('acquire', move)
  pool.on('release', move)
  pool.on('remove', move)
  return () =>
    answerMs !== undefined &&
    pool.waitingCount > 0 &&
    pool.idleCount === 0 &&
    now() - moved > answerMs * statementsInARow
}
