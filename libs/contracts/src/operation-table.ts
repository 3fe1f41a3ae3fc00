import { agentInstructionOperations } from './ai/agent-instructions.operations.ts'
import { agentOperations } from './ai/agents.operations.ts'
import { conversationOperations } from './ai/conversations.operations.ts'
import { askOperations } from './ai/operations.ts'
import { responseOperations } from './ai/responses.operations.ts'
import { spaceQuestionOperations } from './ai/space-questions.ts'
import { textTranslationOperations } from './ai/translation.operations.ts'
import { auditOperations } from './audit/audit.operations.ts'
import { auditEventNouns } from './audit/audit-events.ts'
import { changeRequestContentOperations } from './content/change-request-content.operations.ts'
import { changeRequestOperations } from './content/change-requests.operations.ts'
import { collectionOperations, collectionSpaceOperations } from './content/collections.operations.ts'
import { commentReplyOperations } from './content/comment-replies.operations.ts'
import { commentOperations } from './content/comments.operations.ts'
import { computedOperations } from './content/computed.operations.ts'
import { contentContributorOperations } from './content/content-contributors.operations.ts'
import { missingResourceOperations } from './content/content-refs.ts'
import { contributorOperations } from './content/contributors.operations.ts'
import { embedOperations } from './content/embeds.operations.ts'
import { contentNouns } from './content/events.ts'
import { exportOperations } from './content/exports.operations.ts'
import { contentInternalOperations } from './content/feed.ts'
import { fileOperations, uploadOperations } from './content/files.operations.ts'
import { gitOperations, gitSyncOperations } from './content/git.operations.ts'
import { gitPreviewOperations, openedPreviewOperations } from './content/git-previews.ts'
import { importOperations } from './content/imports.operations.ts'
import { notificationOperations } from './content/notifications.operations.ts'
import {
  openApiAddressOperations,
  openApiSpecOperations,
  openApiVersionOperations,
} from './content/openapi-specs.operations.ts'
import { pageEditorOperations } from './content/page-editors.operations.ts'
import { contentAddressOperations, pageOperations } from './content/pages.operations.ts'
import { pdfOperations } from './content/pdf.operations.ts'
import {
  collectionGrantOperations,
  spaceGrantOperations,
  teamGrantOperations,
} from './content/permissions.operations.ts'
import { linkedGrantOperations } from './content/permissions.ts'
import { personalSpaceOperations } from './content/personal-spaces.operations.ts'
import { publishedPageOperations, publishedPathOperations } from './content/published-pages.ts'
import { renderablePageOperations } from './content/renderable-pages.ts'
import { reviewerOperations, reviewOperations } from './content/reviews.operations.ts'
import { revisionOperations } from './content/revisions.operations.ts'
import { searchOperations } from './content/search.operations.ts'
import { siteSearchInternalOperations } from './content/search.ts'
import { sitePeopleOperations } from './content/site-people.ts'
import { spaceOperations } from './content/spaces.operations.ts'
import { templateOperations } from './content/templates.operations.ts'
import { glossaryOperations, translationOperations } from './content/translations.operations.ts'
import { uploadedFontOperations } from './content/uploads.ts'
import type { Noun } from './event.ts'
import { identityNouns } from './identity/events.ts'
import { notificationMailOperations } from './identity/notification-mails.ts'
import { identityOperations } from './identity/operations.ts'
import { sessionInternalOperations } from './identity/sessions.operations.ts'
import { identityInternalOperations } from './identity/tokens.operations.ts'
import { integrationEventOperations } from './integrations/events.operations.ts'
import { integrationGrantOperations } from './integrations/grants.operations.ts'
import {
  installationOperations,
  siteInstallationOperations,
  spaceInstallationOperations,
} from './integrations/installations.operations.ts'
import { enabledIntegrationOperations, integrationOperations } from './integrations/integrations.operations.ts'
import { renderingOperations } from './integrations/rendering.operations.ts'
import { integrationTokenOperations } from './integrations/tokens.operations.ts'
import { integrationWebOperations } from './integrations/web.operations.ts'
import { linkOperations } from './links/links.operations.ts'
import type { Operation } from './operation.ts'
import { adaptiveOperations } from './sites/adaptive.operations.ts'
import { siteAdsOperations } from './sites/ads.operations.ts'
import { aiResponseOperations } from './sites/ai-responses.operations.ts'
import { customFontOperations } from './sites/custom-fonts.operations.ts'
import { customHostnameOperations } from './sites/custom-hostnames.operations.ts'
import { customizationOperations } from './sites/customization.operations.ts'
import { sitesNouns } from './sites/events.ts'
import { insightsOperations, pageEventOperations } from './sites/insights.operations.ts'
import { siteIntegrationScriptOperations } from './sites/integration-scripts.ts'
import { mcpServerOperations } from './sites/mcp-servers.operations.ts'
import { siteOperations, siteSpaceOperations } from './sites/operations.ts'
import { printFontOperations } from './sites/print-fonts.ts'
import { publishedOperations, publishedSiteOperations, sitesInternalOperations } from './sites/published.operations.ts'
import { publishingOperations } from './sites/publishing.operations.ts'
import { redirectOperations } from './sites/redirects.operations.ts'
import { renderedPageOperations } from './sites/rendered-pages.operations.ts'
import { shareLinkOperations } from './sites/share-links.operations.ts'
import { siteAskOperations } from './sites/site-ask.operations.ts'
import { siteSearchOperations } from './sites/site-search.operations.ts'
import { sectionGroupOperations, sectionOperations, structureOperations } from './sites/structure.operations.ts'
import { toolAccessOperations } from './sites/tool-access.operations.ts'
import { memberVisitOperations, siteToolOperations, visitOperations } from './sites/visits.operations.ts'

/** All operations. The gateway routes by this list and answers 404 to anything else. */
export const allOperations: Operation[] = [
  ...Object.values<Operation>(identityOperations),
  ...Object.values<Operation>(auditOperations),
  ...Object.values<Operation>(contentAddressOperations),
  ...Object.values<Operation>(contentContributorOperations),
  ...Object.values<Operation>(changeRequestContentOperations),
  ...Object.values<Operation>(changeRequestOperations),
  ...Object.values<Operation>(collectionOperations),
  ...Object.values<Operation>(collectionSpaceOperations),
  ...Object.values<Operation>(commentOperations),
  ...Object.values<Operation>(commentReplyOperations),
  ...Object.values<Operation>(computedOperations),
  ...Object.values<Operation>(contributorOperations),
  ...Object.values<Operation>(embedOperations),
  ...Object.values<Operation>(fileOperations),
  ...Object.values<Operation>(gitOperations),
  ...Object.values<Operation>(gitSyncOperations),
  ...Object.values<Operation>(gitPreviewOperations),
  ...Object.values<Operation>(importOperations),
  ...Object.values<Operation>(notificationOperations),
  ...Object.values<Operation>(openApiAddressOperations),
  ...Object.values<Operation>(openApiSpecOperations),
  ...Object.values<Operation>(openApiVersionOperations),
  ...Object.values<Operation>(linkOperations),
  ...Object.values<Operation>(pageEditorOperations),
  ...Object.values<Operation>(pageOperations),
  ...Object.values<Operation>(personalSpaceOperations),
  ...Object.values<Operation>(exportOperations),
  ...Object.values<Operation>(pdfOperations),
  ...Object.values<Operation>(collectionGrantOperations),
  ...Object.values<Operation>(spaceGrantOperations),
  ...Object.values<Operation>(teamGrantOperations),
  ...Object.values<Operation>(reviewerOperations),
  ...Object.values<Operation>(reviewOperations),
  ...Object.values<Operation>(revisionOperations),
  ...Object.values<Operation>(searchOperations),
  ...Object.values<Operation>(spaceOperations),
  ...Object.values<Operation>(sitePeopleOperations),
  ...Object.values<Operation>(templateOperations),
  ...Object.values<Operation>(glossaryOperations),
  ...Object.values<Operation>(translationOperations),
  ...Object.values<Operation>(uploadOperations),
  ...Object.values<Operation>(siteOperations),
  ...Object.values<Operation>(siteSpaceOperations),
  ...Object.values<Operation>(sectionOperations),
  ...Object.values<Operation>(sectionGroupOperations),
  ...Object.values<Operation>(structureOperations),
  ...Object.values<Operation>(adaptiveOperations),
  ...Object.values<Operation>(siteAdsOperations),
  ...Object.values<Operation>(customFontOperations),
  ...Object.values<Operation>(customizationOperations),
  ...Object.values<Operation>(mcpServerOperations),
  ...Object.values<Operation>(shareLinkOperations),
  ...Object.values<Operation>(publishingOperations),
  ...Object.values<Operation>(redirectOperations),
  ...Object.values<Operation>(renderedPageOperations),
  ...Object.values<Operation>(insightsOperations),
  ...Object.values<Operation>(customHostnameOperations),
  ...Object.values<Operation>(publishedOperations),
  ...Object.values<Operation>(publishedSiteOperations),
  ...Object.values<Operation>(memberVisitOperations),
  ...Object.values<Operation>(siteSearchOperations),
  ...Object.values<Operation>(integrationOperations),
  ...Object.values<Operation>(enabledIntegrationOperations),
  ...Object.values<Operation>(siteIntegrationScriptOperations),
  ...Object.values<Operation>(installationOperations),
  ...Object.values<Operation>(spaceInstallationOperations),
  ...Object.values<Operation>(siteInstallationOperations),
  ...Object.values<Operation>(integrationEventOperations),
  ...Object.values<Operation>(renderingOperations),
  ...Object.values<Operation>(integrationTokenOperations),
  ...Object.values<Operation>(agentInstructionOperations),
  ...Object.values<Operation>(askOperations),
  ...Object.values<Operation>(siteAskOperations),
  ...Object.values<Operation>(aiResponseOperations),
  ...Object.values<Operation>(conversationOperations),
  ...Object.values<Operation>(agentOperations),
]

/** Operations for visitors of published sites and of bundles: pages, files and searches, not the management interface. */
export const siteVisits: Operation[] = [
  ...Object.values<Operation>(visitOperations),
  ...Object.values<Operation>(siteToolOperations),
  ...Object.values<Operation>(pageEventOperations),
  ...Object.values<Operation>(integrationWebOperations),
]

/** Operations that services call, as themselves or for a caller. None of them is reachable through the gateway. */
export const internalOperations: Operation[] = [
  ...Object.values<Operation>(contentInternalOperations),
  ...Object.values<Operation>(linkedGrantOperations),
  ...Object.values<Operation>(missingResourceOperations),
  ...Object.values<Operation>(publishedPageOperations),
  ...Object.values<Operation>(identityInternalOperations),
  ...Object.values<Operation>(sessionInternalOperations),
  ...Object.values<Operation>(notificationMailOperations),
  ...Object.values<Operation>(integrationGrantOperations),
  ...Object.values<Operation>(printFontOperations),
  ...Object.values<Operation>(publishedPathOperations),
  ...Object.values<Operation>(openedPreviewOperations),
  ...Object.values<Operation>(renderablePageOperations),
  ...Object.values<Operation>(siteSearchInternalOperations),
  ...Object.values<Operation>(spaceQuestionOperations),
  ...Object.values<Operation>(responseOperations),
  ...Object.values<Operation>(sitesInternalOperations),
  ...Object.values<Operation>(textTranslationOperations),
  ...Object.values<Operation>(toolAccessOperations),
  ...Object.values<Operation>(uploadedFontOperations),
]

/** All nouns that are published on the bus. */
export const allNouns = [
  ...identityNouns,
  ...contentNouns,
  ...sitesNouns,
  ...Object.values(auditEventNouns),
] as unknown as Noun[]
