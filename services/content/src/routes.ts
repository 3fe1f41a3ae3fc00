import { contentAddressRoutes } from './addresses/addresses.routes.ts'
import { changeRequestRoutes } from './change-requests/change-requests.routes.ts'
import { contributorRoutes } from './change-requests/contributors.routes.ts'
import { collectionRoutes } from './collections/collections.routes.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { collectionGrantRoutes, spaceGrantRoutes } from './grants/grants.routes.ts'
import { linkedGrantRoutes } from './grants/linked-grants.routes.ts'
import { importRoutes } from './imports/runs/imports.routes.ts'
import { linkRoutes } from './links/links.routes.ts'
import { openApiAddressRoutes } from './openapi/downloads.routes.ts'
import { openApiSpecRoutes } from './openapi/specifications.routes.ts'
import { openApiVersionRoutes } from './openapi/versions.routes.ts'
import { pdfRoutes } from './pdf/pdf.routes.ts'
import { publishedPageRoutes } from './published/published.routes.ts'
import { siteSearchRoutes } from './published/site-search.routes.ts'
import { changeRequestContentRoutes } from './reading/change-request-content.routes.ts'
import { missingResourceRoutes } from './reading/missing-resources.routes.ts'
import { pageRoutes } from './reading/pages.routes.ts'
import { revisionRoutes } from './reading/revisions.routes.ts'
import { replyRoutes } from './replies/replies.routes.ts'
import { reviewerRoutes } from './reviews/reviewers.routes.ts'
import { reviewRoutes } from './reviews/reviews.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { sitePeopleRoutes } from './site-people/site-people.routes.ts'
import { collectionSpaceRoutes, spaceRoutes } from './spaces/spaces.routes.ts'
import { templateRoutes } from './templates/templates.routes.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { publishedPathRoutes } from './visitors/published-paths.routes.ts'

/** What content's operations do. */
export const routes = [
  changeRequestContentRoutes,
  changeRequestRoutes,
  collectionGrantRoutes,
  collectionRoutes,
  collectionSpaceRoutes,
  commentRoutes,
  contentAddressRoutes,
  contributorRoutes,
  feedRoutes,
  fileRoutes,
  importRoutes,
  linkedGrantRoutes,
  openApiAddressRoutes,
  openApiSpecRoutes,
  openApiVersionRoutes,
  linkRoutes,
  missingResourceRoutes,
  pageRoutes,
  pdfRoutes,
  publishedPathRoutes,
  publishedPageRoutes,
  replyRoutes,
  revisionRoutes,
  reviewRoutes,
  reviewerRoutes,
  searchRoutes,
  sitePeopleRoutes,
  siteSearchRoutes,
  spaceGrantRoutes,
  spaceRoutes,
  templateRoutes,
  uploadRoutes,
].flat()
