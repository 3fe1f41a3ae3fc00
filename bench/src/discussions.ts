import { z } from 'zod'
import { must, type Send } from './api.ts'
import type { Group } from './compare.ts'
import { withDatabase } from './database.ts'
import { type Asker, atService, type Kind, sendToService, targetOf } from './requests.ts'
import type { Quire } from './system.ts'

/** A space with many comments on it, and who lists them. */
interface Discussion extends Asker {
  space: string
  comments: number
  /** What selects a tenth of the comments, by the name of the list. */
  queries: Map<string, string>
  /** The cursor of a page in the middle of each list, by its name. */
  deep: Map<string, string>
}

interface DiscussOptions {
  send: Send
  asking: Asker & { quire: Quire }
  organization: string
  signal: AbortSignal
}

const sizes = [1000, 100_000]
const Made = z.object({ id: z.string() })
const Changed = z.object({ changes: z.array(z.object({ page: Made })) })

/** One space of few comments and one of many. */
export async function makeDiscussions(options: DiscussOptions): Promise<Discussion[]> {
  const discussions: Discussion[] = []
  for (const comments of sizes) discussions.push(await discuss(options, comments))
  return discussions
}

/** Makes the space and its page through the interface, and the comments in content's database, in bulk. */
async function discuss({ send, asking, organization, signal }: DiscussOptions, comments: number): Promise<Discussion> {
  const { id: space } = Made.parse(await must(send('POST', `/v1/orgs/${organization}/spaces`, { title: 'Discussed' })))
  const requests = `/v1/spaces/${space}/change-requests`
  const { id: request } = Made.parse(await must(send('POST', requests, {})))
  const changes = [{ operation: 'insert_page', title: 'Discussed', document: { markdown: 'Is it so?' } }]
  const { page } = Changed.parse(await must(send('POST', `${requests}/${request}/content?compat=false`, { changes })))
    .changes[0] ?? { page: { id: '' } }
  await must(send('POST', `${requests}/${request}/merge`))
  const writer = `${space.slice(0, 15)}W`
  await withDatabase(asking.quire.services.content.databaseUrl, async (content) => {
    await content.query(rows, [space, page.id, writer, comments])
    await content.query('update space set comments = $2 where id = $1', [space, (comments * 9) / 10])
    // As autovacuum does soon after so many rows.
    await content.query('vacuum (analyze) comment')
  })
  const queries = new Map([
    ['comments', ''],
    ['resolved comments', '&status=resolved'],
    ['comments of an author', `&authors=${writer}5`],
    ['comments on a page', `&targetPage=${page.id}`],
  ])
  const deep = new Map<string, string>()
  for (const [name, query] of queries)
    deep.set(name, await middleOf({ asking, space, signal }, query, query === '' ? comments / 2 : comments / 20))
  return { ...asking, space, comments, queries, deep }
}

/** A tenth of them each are resolved, one author's and about the page. $1 space, $2 page, $3 start of ids, $4 how many. */
const rows = `
  insert into comment (id, space_id, revision, page_id, markdown, status, replies, posted_by, posted_at, resolved_by,
    resolved_at)
  select $3 || lpad(number::text, 10, '0'), id, revision, case when number % 10 = 7 then $2 end,
    'Comment ' || number || ' asks whether all of this is so.', case when number % 10 = 3 then 'resolved' else 'open' end,
    0, $3 || number % 10, now() + number * interval '1 ms', case when number % 10 = 3 then $3 || '0' end,
    case when number % 10 = 3 then now() end
  from space, generate_series(0, $4::int - 1) number where id = $1`

const Page = z.object({ items: z.array(Made), next: z.object({ page: z.string() }) })

/** The cursor behind so many comments. */
async function middleOf(
  { asking, space, signal }: { asking: Asker; space: string; signal: AbortSignal },
  query: string,
  depth: number,
): Promise<string> {
  const send = sendToService(asking, signal)
  let cursor = ''
  for (let left = depth; left > 0; ) {
    const from = cursor && `&page=${cursor}`
    const path = `/v1/spaces/${space}/comments?limit=${Math.min(left, 1000)}${query}${from}`
    const { items, next } = Page.parse(await send('listCommentsInSpace', path))
    left -= items.length
    cursor = next.page
  }
  return cursor
}

const list = (name: string, query: (on: Discussion) => string): Kind<Discussion> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) => atService(on, 'listCommentsInSpace', `/v1/spaces/${on.space}/comments?limit=50${query(on)}`),
})

const lists = ['comments', 'resolved comments', 'comments of an author', 'comments on a page']

/** What costs the same however many comments a space has. */
export const discussionKinds: Kind<Discussion>[] = [
  ...lists.flatMap((name) => [
    list(`50 ${name}, with \`count\``, ({ queries }) => queries.get(name) ?? ''),
    list(`50 ${name} from the middle`, ({ queries, deep }) => `${queries.get(name)}&page=${deep.get(name)}`),
  ]),
  {
    name: 'content: who commented',
    connections: [1],
    load: (on) => atService(on, 'listCommentersInSpace', `/v1/spaces/${on.space}/commenters`),
  },
]

/** The most that a list may cost in the space of many comments, over what it costs in the other. */
export const discussionAtMost = 1.5

export const discussionGroup = (discussions: Discussion[]): Group => ({
  title: 'comments of a space, at content, one connection',
  columns: discussions.map(({ comments }) => `${comments} comments`),
  comparisons: discussionKinds.map((kind) => ({
    name: kind.name,
    targets: discussions.map((discussion) => targetOf(kind, discussion)),
    atMost: discussionAtMost,
  })),
  note: 'Each filter selects a tenth of the comments. The first page counts up to 1,000.',
})
