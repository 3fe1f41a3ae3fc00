import { z } from 'zod'
import { signedIn, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Url } from '../shared/primitives.ts'

const query = z.object({ url: Url })
const about = { title: z.string(), site: z.string(), icon: z.string().optional() }

/** The content at an address, for an embed: a link with a title, or a frame (docs/interface.md#embeds). */
export const Embed = z
  .discriminatedUnion('type', [
    z.strictObject({ ...about, type: z.literal('link') }),
    z.strictObject({ ...about, type: z.literal('rich'), html: z.string() }),
  ])
  .meta({ id: 'Embed' })
export type Embed = z.infer<typeof Embed>

export const embedOperations = operations('content', {
  getEmbedByUrl: {
    method: 'GET',
    path: '/v1/urls/embed',
    summary: 'Find what an address shows in an embed',
    access: signedIn,
    query,
    slow: true,
    replies: { 200: Embed },
  },
  getEmbedByUrlInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/embed',
    summary: 'Find what an address shows in an embed of a space',
    access: spaceRole('read'),
    query,
    slow: true,
    site: true,
    replies: { 200: Embed },
  },
})
