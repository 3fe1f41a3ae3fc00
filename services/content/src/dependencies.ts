import type { CommonDependencies } from './context.ts'
import type { DiscussionTasks } from './discussion/context.ts'
import type { EditingNeeds } from './editing/context.ts'
import type { ExportsTasks } from './exports/archive/archive-texts.ts'
import type { ExportsNeeds } from './exports/archive/context.ts'
import type { PdfNeeds } from './exports/pdf/context.ts'
import type { GitRoutesNeeds } from './git/context.ts'
import type { ImportsNeeds, ImportsTasks } from './imports/context.ts'
import type { LinksNeeds, LinksTasks } from './links/context.ts'
import type { OpenApiNeeds } from './openapi/context.ts'
import type { PagesNeeds } from './pages/context.ts'
import type { ReadingNeeds } from './reading/context.ts'
import type { SearchNeeds } from './search/context.ts'
import type { SearchTasks } from './search/page-versions.ts'
import type { SpacesNeeds } from './spaces/context.ts'
import type { StorageNeeds } from './storage/context.ts'
import type { TranslationsNeeds } from './translations/context.ts'
import type { VisitorsNeeds, VisitorsTasks } from './visitors/context.ts'
import type { WorkspaceNeeds } from './workspace/context.ts'

/** The dependencies of all features; created once, in `app.ts`. */
export type ContentDependencies = CommonDependencies &
  EditingNeeds &
  ExportsNeeds &
  GitRoutesNeeds &
  ImportsNeeds &
  LinksNeeds &
  OpenApiNeeds &
  PagesNeeds &
  PdfNeeds &
  ReadingNeeds &
  SearchNeeds &
  SpacesNeeds &
  StorageNeeds &
  TranslationsNeeds &
  VisitorsNeeds &
  WorkspaceNeeds

/** The tasks on texts that features declare; `tasks.ts` has to provide all of them. */
export type ContentTasks = DiscussionTasks & ExportsTasks & ImportsTasks & LinksTasks & SearchTasks & VisitorsTasks
