import { clusteredSubject, type World } from '@quire/world'
import type { Api } from './api-client.ts'

/** Hands over conversations; resolves once their organization is clustered. */
export async function ingested(world: World, api: Api, token: string, organizationId: string, conversations: object[]) {
  const { connection, subject } = world.services.ai.foundation.bus
  const said = connection.subscribe(subject(clusteredSubject))
  await connection.flush()
  await api.made('ingestConversation', token, { params: { organizationId }, body: conversations })
  for await (const message of said) if (message.string() === organizationId) break
}

/** A question that the documentation does not answer, as a conversation. */
export const unanswered = {
  id: '1',
  parts: [{ type: 'message', role: 'user', body: 'How do I calibrate the teleporter?' }],
}

/** A cluster and its task, by the names that paths have for them. Without a world to wait in, none. */
export async function seedConversation(api: Api, token: string, organizationId: string, world?: World) {
  if (!world) return { clusterId: 'absent', agentTaskId: 'absent' }
  await ingested(world, api, token, organizationId, [unanswered])
  const { items } = await api.made('listAgentTasks', token, { params: { organizationId } })
  return { clusterId: String(items[0].cluster), agentTaskId: String(items[0].id) }
}
