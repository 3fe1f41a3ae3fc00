import type { Terminal } from '@quire/embedded'
import type { Send } from '../api.ts'
import type { AskedOrganization } from '../asking/organizations.ts'
import type { makeCorpus, Organization, Pages } from '../data.ts'
import type { makeDiscussions } from '../discussions.ts'
import type { ManySpaces } from '../many-spaces.ts'
import type { Asker } from '../requests.ts'
import type { ManySites } from '../sites.ts'
import type { Quire } from '../system.ts'

/** What the parts measure on. */
export interface Measuring extends Asker {
  quire: Quire
  /** Data is made when a part first asks for it. */
  prepared: {
    organization: Organization
    pages(): Promise<Pages>
    corpus(): Promise<Awaited<ReturnType<typeof makeCorpus>>>
    manySpaces(): Promise<ManySpaces>
    discussions(): Promise<Awaited<ReturnType<typeof makeDiscussions>>>
    sites(): Promise<ManySites>
    asked(): Promise<AskedOrganization[]>
  }
  /** As the one administrator, through the gateway; what is answered 503 is sent again. */
  send: Send
  /** Where archives of pages are fetched from. */
  archives: string
  /** For the logs of the floors. */
  folder: string
  terminal: Terminal
  signal: AbortSignal
  say: (progress: string) => void
}
