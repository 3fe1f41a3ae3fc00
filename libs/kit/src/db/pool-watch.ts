import type pg from 'pg'

/** The number of statements of the longest kind that one transaction may need, one after another. */
const maxLongStatements = 6

/**
 * Returns a check that is true if a pool has lost its connections: all of them are in use, a caller waits, and none has
 * been released for as long as several statements may take. An unreachable database does not look like that: its
 * connections fail and are released.
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
    now() - moved > answerMs * maxLongStatements
}
