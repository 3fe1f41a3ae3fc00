import { body, type Rows } from './row-types.ts'

const asking = () => ({ query: { query: 'How do I turn the crank?' } })

export const aiRows: Rows = {
  askInOrganization: { least: 'member', ok: 200, reads: true, given: body({ query: 'How?' }) },
  streamAskInOrganization: { least: 'member', ok: 200, given: asking },
  getRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
  streamRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
}
