// Node strips the types itself; jest only needs to be told so, and when its cache is stale.
import { createHash } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'

export default {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: (source, path) => createHash('sha256').update(process.version).update(path).update(source).digest('hex'),
}
