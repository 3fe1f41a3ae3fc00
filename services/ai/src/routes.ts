import { askRoutes } from './ask/ask.routes.ts'
import { spaceQuestionRoutes } from './ask/space-questions.routes.ts'

/** The handlers of ai's operations. */
export const routes = [askRoutes, spaceQuestionRoutes].flat()
