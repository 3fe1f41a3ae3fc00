import { z } from 'zod'
import { create, createOrganization, createSpaces, cursorAfter } from '../data/pages.ts'
import { expectSuccess } from '../load/client.ts'
import { atService, type Caller, serviceClient, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import type { Measuring } from '../part.ts'
import { withDatabase } from '../system.ts'
import { comparisonPart } from './comparison.ts'

/** A space with many comments on it, and the person who lists them. */
interface Discussion extends Caller {
  space: string
  comments: number
  /** Queries that select a tenth of the comments, by the name of the list. */
  queries: Map<string, string>
  /** The cursor of a page in the middle of each list, by its name. */
  deep: Map<string, string>
}

const sizes = [1000, 100_000]

const list = (name: string, query: (on: Discussion) => string): WorkloadKind<Discussion> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) => atService(on, 'listCommentsInSpace', `/v1/spaces/${on.space}/comments?limit=50${query(on)}`),
})

const lists = ['comments', 'resolved comments', 'comments of an author', 'comments on a page']

const kinds: WorkloadKind<Discussion>[] = [
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

const maxRatio = 1.5

/** Compares lists of comments in a space of few comments and in one of many. */
export const comments = comparisonPart({
  name: 'content: lists of 100,000 comments',
  workloads: kinds.map(({ name }) => name),
  targets: kinds.map(({ name }) => ({ name, unit: '100,000 comments over 1,000', max: maxRatio })),
  async groupOf(on) {
    const organization = await createOrganization(on, 'Discussions')
    const discussions: Discussion[] = []
    for (const size of sizes) discussions.push(await makeDiscussion(on, organization, size))
    return {
      title: 'comments of a space, at content, one connection',
      columns: sizes.map((size) => `${size} comments`),
      comparisons: kinds
        .filter(({ name }) => on.isSelected(name))
        .map((kind) => ({
          name: kind.name,
          workloads: discussions.map((discussion) => workloadOf(kind, discussion)),
          max: maxRatio,
        })),
      note: 'Each filter selects a tenth of the comments. The first page counts up to 1,000.',
    }
  },
})

const Changed = z.object({ changes: z.array(z.object({ page: z.object({ id: z.string() }) })) })

/** Creates the space and its page through the interface, and the comments in content's database, in bulk. */
async function makeDiscussion(on: Measuring, organization: string, comments: number): Promise<Discussion> {
  const { send, signal, quire } = on
  const [space = ''] = await createSpaces(on, organization, 1)
  const request = `/v1/spaces/${space}/change-requests`
  const path = `${request}/${await create(on, request, {})}`
  const changes = [{ operation: 'insert_page', title: 'Discussed', document: { markdown: 'Is it so?' } }]
  const changed = Changed.parse(await expectSuccess(send('POST', `${path}/content?compat=false`, { changes })))
  const page = changed.changes[0]?.page.id ?? ''
  await expectSuccess(send('POST', `${path}/merge`))
  const writer = `${space.slice(0, 15)}W`
  await withDatabase(quire.services.content.databaseUrl, async (content) => {
    await content.query(insertComments, [space, page, writer, comments])
    await content.query('update space set comments = $2 where id = $1', [space, (comments * 9) / 10])
    // Autovacuum would do the same during the measurement.
    await content.query('vacuum (analyze) comment')
  })
  const queries = new Map([
    ['comments', ''],
    ['resolved comments', '&status=resolved'],
    ['comments of an author', `&authors=${writer}5`],
    ['comments on a page', `&targetPage=${page}`],
  ])
  const read = serviceClient(on, signal)
  const deep = new Map<string, string>()
  for (const [name, query] of queries) {
    const middle = query === '' ? comments / 2 : comments / 20
    const readList = (range: string) => read('listCommentsInSpace', `/v1/spaces/${space}/comments?${range}${query}`)
    deep.set(name, await cursorAfter(middle, readList))
  }
  return { ...on, space, comments, queries, deep }
}

/**
 * A tenth of the comments are resolved, a tenth are of each author, and a tenth are on the page. $1 space, $2 page,
 * $3 start of ids, $4 number of comments.
 */
const insertComments = `
  insert into comment (id, space_id, revision, page_id, markdown, status, replies, posted_by, posted_at, resolved_by,
    resolved_at)
  select $3 || lpad(number::text, 10, '0'), id, revision, case when number % 10 = 7 then $2 end,
    'Comment ' || number || ' asks whether all of this is so.', case when number % 10 = 3 then 'resolved' else 'open' end,
    0, $3 || number % 10, now() + number * interval '1 ms', case when number % 10 = 3 then $3 || '0' end,
    case when number % 10 = 3 then now() end
  from space, generate_series(0, $4::int - 1) number where id = $1`
