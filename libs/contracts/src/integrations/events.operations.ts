import { z } from 'zod'
import { integrationRole, integrationViewer } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { EndpointUrl } from './manifest.ts'

const one = '/v1/integrations/{integrationName}' as const
const event = `${one}/events/{eventId}` as const

/** An event for an integration, with what became of it (docs/interface.md#events-of-integrations). */
export const IntegrationEvent = z
  .strictObject({
    id: Id,
    integrationId: z.string(),
    installationId: Id.optional(),
    createdAt: Timestamp,
    /** The event as its type describes it. */
    payload: z.looseObject({ eventId: Id, type: z.string() }),
    /** `failed` as long as it is not delivered. */
    status: z.enum(['success', 'failed']),
    /** Quire's own: where the delivery stands. */
    delivery: z.strictObject({
      state: z.enum(['waiting', 'success', 'failed']),
      attempts: z.number().int(),
      nextAttemptAt: Timestamp.optional(),
    }),
  })
  .meta({ id: 'IntegrationEvent' })
export type IntegrationEvent = z.infer<typeof IntegrationEvent>

const IntegrationEventTrace = z
  .strictObject({
    logs: z.array(z.strictObject({ message: z.string(), timestamp: Timestamp, level: z.enum(['info', 'error']) })),
  })
  .meta({ id: 'IntegrationEventTrace' })

const maxTaskBytes = 64 * 1024

/** Events of integrations and their delivery. */
export const integrationEventOperations = operations('sites', {
  listIntegrationEvents: {
    method: 'GET',
    path: `${one}/events`,
    summary: 'List the events of an integration that the caller administers, newest first',
    access: integrationViewer,
    query: ListQuery,
    replies: { 200: list(IntegrationEvent) },
  },
  getIntegrationEvent: {
    method: 'GET',
    path: event,
    summary: 'Get an event of an integration, with the attempts to deliver it',
    access: integrationViewer,
    replies: { 200: z.strictObject({ event: IntegrationEvent, trace: IntegrationEventTrace }) },
  },
  replayIntegrationEvent: {
    method: 'POST',
    path: `${event}/replay`,
    summary: 'Deliver an event of an integration once more',
    access: integrationViewer,
    replies: { 204: null },
  },
  queueIntegrationTask: {
    method: 'POST',
    path: `${one}/tasks`,
    summary: 'Send a task to an integration, now or within a day',
    access: integrationRole('admin'),
    body: z.object({
      task: z
        .record(z.string(), z.unknown())
        .refine((task) => JSON.stringify(task).length <= maxTaskBytes, `must be ${maxTaskBytes} bytes at most`),
      /** Seconds. */
      schedule: z.number().min(0).max(86_400).optional(),
    }),
    replies: { 204: null },
    integration: 'whole token',
  },
  setIntegrationDevelopmentMode: {
    method: 'PUT',
    path: `${one}/dev`,
    summary: 'Send the events of an integration to another address while it is developed',
    access: integrationRole('admin'),
    recentSignIn: true,
    body: z.object({ tunnelUrl: EndpointUrl.max(256), all: z.boolean().default(false) }),
    audited: { target: 'integration', id: 'integrationName', fields: ['all'] },
    replies: { 204: null },
  },
  disableIntegrationDevelopmentMode: {
    method: 'DELETE',
    path: `${one}/dev`,
    summary: 'Send the events of an integration to its endpoint again',
    access: integrationRole('admin'),
    audited: { target: 'integration', id: 'integrationName' },
    replies: { 205: null },
  },
  rotateIntegrationSigningSecret: {
    method: 'POST',
    path: `${one}/signing-secret`,
    summary: 'Make a new secret that signs the requests to an integration; it is shown once',
    access: integrationRole('admin'),
    recentSignIn: true,
    audited: { target: 'integration', id: 'integrationName' },
    replies: { 201: z.strictObject({ signingSecret: z.string() }) },
    secret: true,
  },
})
