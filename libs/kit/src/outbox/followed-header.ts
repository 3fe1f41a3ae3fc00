import { headers } from '@nats-io/transport-node'

/** Header of an event that was sent together with the next one. */
const followedHeader = 'Quire-Followed'

/** The headers of an event that is followed by others of the same write, or of the same turn of the relay. */
export function followed() {
  const marked = headers()
  marked.set(followedHeader, '1')
  return marked
}

/** True if the next event was sent together with this one, and so arrives at about the same time. */
export const isFollowed = ({ headers }: { headers?: { has(name: string): boolean } | undefined }): boolean =>
  headers?.has(followedHeader) ?? false
