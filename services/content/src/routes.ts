import { commentRoutes } from './discussion/comments/comments.routes.ts'
import { replyRoutes } from './discussion/replies/replies.routes.ts'
import { reviewerRoutes } from './discussion/reviews/reviewers.routes.ts'
import { reviewRoutes } from './discussion/reviews/reviews.routes.ts'
import { changeRequestRoutes } from './editing/change-requests/change-requests.routes.ts'
import { contributorRoutes } from './editing/change-requests/contributors.routes.ts'
import { pageEditorRoutes } from './editing/change-requests/page-editors.routes.ts'
import { exportRoutes } from './exports/archive/exports.routes.ts'
import { pdfRoutes } from './exports/pdf/pdf.routes.ts'
import { gitRoutes } from './git/git.routes.ts'
import { gitPreviewRoutes, openedPreviewRoutes } from './git/previews/git-previews.routes.ts'
import { gitSyncRoutes } from './git/sync/git-sync.routes.ts'
import { importRoutes } from './imports/runs/imports.routes.ts'
import { templateRoutes } from './imports/templates/templates.routes.ts'
import { linkRoutes } from './links/links.routes.ts'
import { openApiAddressRoutes } from './openapi/downloads.routes.ts'
import { openApiSpecRoutes } from './openapi/specifications.routes.ts'
import { openApiVersionRoutes } from './openapi/versions.routes.ts'
import { contentAddressRoutes } from './reading/addresses.routes.ts'
import { changeRequestContentRoutes } from './reading/change-request-content.routes.ts'
import { computedRoutes } from './reading/computed/computed.routes.ts'
import { contentContributorRoutes } from './reading/contributors/content-contributors.routes.ts'
import { embedRoutes } from './reading/embeds/embeds.routes.ts'
import { missingResourceRoutes } from './reading/missing-resources.routes.ts'
import { pageRoutes } from './reading/pages.routes.ts'
import { renderablePageRoutes } from './reading/rendering/renderable-pages.routes.ts'
import { revisionRoutes } from './reading/revisions.routes.ts'
import { feedRoutes } from './search/feed.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { personalSpaceRoutes } from './spaces/personal/personal-spaces.routes.ts'
import { collectionSpaceRoutes, spaceRoutes } from './spaces/spaces.routes.ts'
import { fileRoutes } from './storage/files/files.routes.ts'
import { uploadedFontRoutes, uploadRoutes } from './storage/uploads/uploads.routes.ts'
import { glossaryRoutes } from './translations/glossary.routes.ts'
import { translationRoutes } from './translations/translations.routes.ts'
import { publishedPageRoutes } from './visitors/published.routes.ts'
import { publishedPathRoutes } from './visitors/published-paths.routes.ts'
import { sitePeopleRoutes } from './visitors/site-people.routes.ts'
import { siteSearchRoutes } from './visitors/site-search.routes.ts'
import { collectionRoutes } from './workspace/collections/collections.routes.ts'
import { collectionGrantRoutes, spaceGrantRoutes, teamGrantRoutes } from './workspace/grants/grants.routes.ts'
import { linkedGrantRoutes } from './workspace/grants/linked-grants.routes.ts'
import { notificationRoutes } from './workspace/notifications/notifications.routes.ts'

/** The handlers of all operations of content. */
export const routes = [
  changeRequestContentRoutes,
  changeRequestRoutes,
  collectionGrantRoutes,
  collectionRoutes,
  collectionSpaceRoutes,
  commentRoutes,
  contentAddressRoutes,
  contentContributorRoutes,
  computedRoutes,
  contributorRoutes,
  embedRoutes,
  exportRoutes,
  feedRoutes,
  fileRoutes,
  gitRoutes,
  gitPreviewRoutes,
  gitSyncRoutes,
  glossaryRoutes,
  importRoutes,
  linkedGrantRoutes,
  openApiAddressRoutes,
  openedPreviewRoutes,
  openApiSpecRoutes,
  openApiVersionRoutes,
  linkRoutes,
  missingResourceRoutes,
  notificationRoutes,
  pageEditorRoutes,
  pageRoutes,
  pdfRoutes,
  personalSpaceRoutes,
  publishedPathRoutes,
  publishedPageRoutes,
  renderablePageRoutes,
  replyRoutes,
  revisionRoutes,
  reviewRoutes,
  reviewerRoutes,
  searchRoutes,
  sitePeopleRoutes,
  siteSearchRoutes,
  spaceGrantRoutes,
  spaceRoutes,
  teamGrantRoutes,
  templateRoutes,
  translationRoutes,
  uploadedFontRoutes,
  uploadRoutes,
].flat()
