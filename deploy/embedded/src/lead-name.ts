import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Has connections of this thread to `name` find these addresses, as a name of replicas in a cluster does, until the result
 * is called. Changes of `addresses` count at once. For tests.
 */
export function leadName(name: string, addresses: Iterable<string>): () => void {
  const { lookup } = dns
  const replace = (by: unknown) => {
    Object.assign(dns, { lookup: by })
    syncBuiltinESMExports()
  }
  replace((wanted: string, options: dns.LookupAllOptions, done: (...results: unknown[]) => void) => {
    if (wanted !== name) return lookup(wanted, options, done)
    const found = [...addresses].map((address) => ({ address, family: 4 }))
    setImmediate(() => done(null, found))
  })
  return () => replace(lookup)
}
