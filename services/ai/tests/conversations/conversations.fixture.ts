import { agentOperations, conversationOperations, member } from '@quire/contracts'
import type { CallInput } from '@quire/world/service-test'
import { clusteredSubject } from '../../src/app.ts'
import { acme, startWorld, type World } from '../world.ts'

const operations = { ...conversationOperations, ...agentOperations }

/** A conversation in which a customer asks, and a team member may answer. */
export const conversation = (id: string, question: string, answer?: string) => ({
  id,
  parts: [
    { type: 'message', role: 'user', body: question },
    ...(answer === undefined ? [] : [{ type: 'message', role: 'team-member', body: answer }]),
  ],
})

/** A world of ai with an editor, `eve`, in it, and calls about conversations. */
export async function startConversations(start: () => Promise<World> = startWorld) {
  const world = await start()
  await world.publishState(member, { id: 'm-eve', organizationId: acme, userId: 'eve', role: 'edit' })
  await world.test.settled()
  const { bus } = world.test.service.foundation

  const send = (
    id: keyof typeof operations,
    { params, as = 'eve', ...input }: Partial<CallInput> & { as?: CallInput['as'] } = {},
  ) => world.test.call(operations[id], { as, params: { organizationId: acme, ...params }, ...input })

  const nothingIsDue = async () => {
    const due = await world
      .sql()
      .selectFrom('conversation_queue')
      .select('id')
      .where('due_at', 'is not', null)
      .execute()
    return due.length === 0
  }

  /** Resolves once `isSo` holds after `work`; looks each time that an organization was clustered. */
  async function clustered<Result>(work: () => Promise<Result>, isSo = nothingIsDue): Promise<Result> {
    const done = bus.connection.subscribe(bus.subject(clusteredSubject))
    await bus.connection.flush()
    const result = await work()
    if (!(await isSo())) for await (const _ of done) if (await isSo()) break
    done.unsubscribe()
    return result
  }

  return {
    ...world,
    send,
    clustered,
    ingest: (...conversations: object[]) =>
      clustered(() => send('ingestConversation', { as: 'ada', body: conversations })),
    async clusters(query: Record<string, string> = {}, as = 'eve') {
      const { body } = await send('listConversationsIssuesClusters', { as, query })
      // biome-ignore lint/suspicious/noExplicitAny: every reply was checked against its contract already
      return body.items as any[]
    },
  }
}

export type Conversations = Awaited<ReturnType<typeof startConversations>>
