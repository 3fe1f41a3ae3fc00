import { z } from 'zod'
import { integrationViewer } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { ContentKitAction, ContentKitRenderOutput } from './content-kit.ts'

const theme = z.enum(['dark', 'light'])
const spaceId = Id

/** The place in which a component is rendered; it decides who may have it rendered. */
export const ContentKitContext = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('configuration_account'), theme, organizationId: Id }),
    z.object({ type: z.literal('configuration_space'), theme, spaceId }),
    z.object({ type: z.literal('configuration_site'), theme, siteId: Id }),
    z.object({
      type: z.literal('configuration_contentsource'),
      theme,
      organizationId: Id,
      spaceId: spaceId.optional(),
    }),
    z.object({ type: z.literal('document'), theme, spaceId, editable: z.boolean() }),
  ])
  .meta({ id: 'ContentKitContext' })
export type ContentKitContext = z.infer<typeof ContentKitContext>

const maxValueBytes = 64 * 1024
const PlainObject = z
  .record(z.string(), z.unknown())
  .refine((given) => JSON.stringify(given).length <= maxValueBytes, `must be ${maxValueBytes} bytes at most`)

export const RenderIntegrationUI = z.object({
  componentId: z.string().min(1).max(100),
  props: PlainObject,
  state: PlainObject.optional(),
  context: ContentKitContext,
  action: ContentKitAction.optional(),
})
export type RenderIntegrationUI = z.infer<typeof RenderIntegrationUI>

const path = '/v1/integrations/{integrationName}/render' as const
const summary = 'Have the endpoint of an integration render a component'

/** Components of integrations (docs/interface.md#rendering-by-integrations). */
export const renderingOperations = operations('sites', {
  renderIntegrationUIWithGet: {
    method: 'GET',
    path,
    summary,
    access: integrationViewer,
    // The request as JSON.
    query: z.object({ request: z.string().min(2).max(8192) }),
    replies: { 200: ContentKitRenderOutput },
  },
  renderIntegrationUIWithPost: {
    method: 'POST',
    path,
    summary,
    access: integrationViewer,
    body: RenderIntegrationUI,
    replies: { 200: ContentKitRenderOutput },
    reads: true,
  },
})
