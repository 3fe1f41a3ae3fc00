export { pagesTouched } from './pages-touched.ts'
export type { PeopleStep, Place, PrecedenceCase, Role, RuleStep, TeamName } from './precedence.ts'
export { precedenceCases } from './precedence-cases.ts'
