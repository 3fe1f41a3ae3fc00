import { askRoutes } from './ask/ask.routes.ts'
import { spaceQuestionRoutes } from './ask/space-questions.routes.ts'
import { textTranslationRoutes } from './translation/translation.routes.ts'

/** The handlers of ai's operations. */
export const routes = [askRoutes, spaceQuestionRoutes, textTranslationRoutes].flat()
