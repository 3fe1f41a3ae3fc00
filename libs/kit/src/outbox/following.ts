import { headers } from '@nats-io/transport-node'

/** Marks an event that was sent together with the next one. */
const followedHeader = 'Quire-Followed'

/** The headers of an event with which others of the same write, or of the same turn of the relay, are sent. */
export function followed() {
  const marked = headers()
  marked.set(followedHeader, '1')
  return marked
}

/** Whether the next event was sent together with this one, and so arrives at about the same time. */
export const isFollowed = ({ headers }: { headers?: { has(name: string): boolean } | undefined }): boolean =>
  headers?.has(followedHeader) ?? false
