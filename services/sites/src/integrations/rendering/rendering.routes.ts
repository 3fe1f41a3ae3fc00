import { RenderIntegrationUI, renderingOperations } from '@quire/contracts'
import { badRequest, parseInput } from '@quire/kit'
import { implementWith } from '../../context.ts'
import { type RenderingNeeds, renderComponent } from './render-component.ts'

export const renderingRoutes = implementWith<RenderingNeeds>()(renderingOperations, {
  renderIntegrationUIWithGet: async (context) => renderComponent(context, readRequest(context.query.request)),
  renderIntegrationUIWithPost: (context) => renderComponent(context, context.body),
})

/** Reads the request of a GET, which is the body of the POST as a parameter. */
function readRequest(text: string): RenderIntegrationUI {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('query.request', 'must be JSON')
  }
  return parseInput(RenderIntegrationUI, value, 'query.request')
}
