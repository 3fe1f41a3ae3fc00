import { agentRoutes } from './agents/agents.routes.ts'
import { askRoutes } from './ask/ask.routes.ts'
import { spaceQuestionRoutes } from './ask/space-questions.routes.ts'
import { conversationRoutes } from './conversations/conversations.routes.ts'
import { instructionRoutes } from './instructions/instructions.routes.ts'
import { responseRoutes } from './responses/responses.routes.ts'
import { textTranslationRoutes } from './translation/translation.routes.ts'

/** The handlers of ai's operations. */
export const routes = [
  askRoutes,
  instructionRoutes,
  spaceQuestionRoutes,
  conversationRoutes,
  agentRoutes,
  responseRoutes,
  textTranslationRoutes,
].flat()
