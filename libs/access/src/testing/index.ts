export { pagesTouched } from './pages-touched.ts'
export type { PeopleStep, PrecedenceCase, Role, RuleStep, ScopeRules, TeamName } from './precedence.ts'
export { precedenceCases } from './precedence-cases.ts'
