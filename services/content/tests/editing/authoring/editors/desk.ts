import type { Answer } from '@quire/world/service-test'
import { type CallOptions, insertion, type World } from '../../../world.ts'

/** The common knowledge of all editors of a space, and the answers they got. */
export interface Desk {
  world: World
  spaceId: string
  /** Change requests that anybody may write to, until they are merged. */
  requests: string[]
  pages: string[]
  comments: { id: string; changeRequestId?: string }[]
  /** Unexpected answers. */
  wrong: string[]
  /** The number of each kind that were created and not deleted again. */
  made: { requests: number; comments: number; requestComments: Map<string, number> }
  /** Page → change request that inserted it. */
  inserted: Map<string, string>
  /** The page with a line for each editor. */
  board: string
  signed: string[]
  /** Returns a number that no other act has. */
  next(): number
}

const refusals = [400, 403, 404, 409]

/** Sends a request as an editor, and records an unexpected answer. */
export async function ask(
  desk: Desk,
  as: string,
  operation: string,
  { params, ...given }: CallOptions = {},
): Promise<Answer> {
  const answer = await desk.world.send(operation, { as, params: { spaceId: desk.spaceId, ...params }, ...given })
  const isRefusal = refusals.includes(answer.status) && answer.body?.error?.code === answer.status
  if (answer.status >= 300 && !isRefusal)
    desk.wrong.push(`${operation} as ${as}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** The people who edit; some of them try things that they may not do. */
export const roles = [
  'admin',
  'create',
  'review',
  'review',
  'review',
  'edit',
  'edit',
  'edit',
  'comment',
  'read',
] as const
export const editorOf = (number: number) => `editor${number}`
const lineOf = (number: number) => `Line of ${editorOf(number)}:`

/** Creates a space with some pages, and a board with a line for each editor. */
export async function openDesk(world: World): Promise<Desk> {
  const { id: spaceId } = await world.makeSpace()
  const { id } = await world.makeChangeRequest(spaceId)
  const board = roles.map((_, number) => lineOf(number)).join('\n\n')
  const first = [
    insertion(['Board', board]),
    ...['One', 'Two', 'Three'].map((title) => insertion([title, 'a\n\nb\n\nc'])),
  ]
  const { changes } = await world.write(spaceId, id, first)
  await world.merge(spaceId, id)
  const [boardId = '', ...pages] = changes.map((one: { page: { id: string } }) => one.page.id)
  let count = 0
  return {
    world,
    spaceId,
    requests: [],
    pages,
    comments: [],
    wrong: [],
    made: { requests: 1, comments: 0, requestComments: new Map() },
    inserted: new Map(),
    board: boardId,
    signed: [],
    next: () => ++count,
  }
}

/** The board's text after an editor signed their line once more. */
export const signedBoard = (text: string, number: number, sign: string) =>
  text.replace(lineOf(number), `${lineOf(number)} ${sign}`)
