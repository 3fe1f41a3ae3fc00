import {
  faArrowRightFromBracket,
  faCircleHalfStroke,
  faCodePullRequest,
  faFileImport,
  faFolderPlus,
  faGlobe,
  faUserPlus,
} from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { organizationQuery, spaceQuery, workspaceQuery } from '../api/queries.ts'
import { useNewChangeRequest } from '../api/use-new-change-request.ts'
import { useSignOut } from '../api/use-sign-out.ts'
import { subjectOfEdit } from '../parts/subjects.ts'
import { chooseTheme, themes } from '../theme/theme.ts'
import { useWords, useWordsOf } from '../words/words.ts'
import { abilitiesIn } from './administration-screens.ts'
import { mayCreateSomewhere } from './branches.ts'
import type { Entry } from './palette-entry.ts'
import { titleOfPage } from './palette-subject.ts'

interface ActionsOptions {
  organizationId: string
  /** Asks what to create. */
  onCreate: () => void
  onClose: () => void
}

/** Returns the actions that the person may take from wherever they are, and the refusal of the last one. */
export function useActions({ organizationId, onCreate, onClose }: ActionsOptions): {
  actions: Entry[]
  error: unknown
} {
  const words = useWordsOf('organization')
  const ask = useWordsOf('ask')
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const { space, create } = useChangeRequestHere()
  const leave = useSignOut()
  const at = `/o/${organizationId}`
  const can = organization && workspace && abilitiesIn(organization, workspace)
  const mayCreateAtTop = organization?.permissions.createContent === true
  const mayCreate = mayCreateSomewhere({ collections: workspace?.collections ?? [], mayCreateAtTop })
  const actions: (Entry | false | undefined)[] = [
    space?.permissions.edit && {
      icon: faCodePullRequest,
      title: ask.newChangeRequest(space.title || words.untitled),
      run: () => create.isPending || create.mutate(undefined, { onSuccess: onClose }),
    },
    mayCreate && { icon: faFolderPlus, title: words.newContent, run: onCreate },
    can?.writes && { icon: faFileImport, title: words.importContent, to: `${at}/imports/new` },
    mayCreateAtTop && { icon: faGlobe, title: ask.newSite, to: `${at}/sites/new` },
    can?.isAdmin && { icon: faUserPlus, title: words.invite, to: `${at}/members?invite=true` },
    ...themes.map((theme) => ({
      icon: faCircleHalfStroke,
      title: `${words.theme}: ${words.themes[theme]}`,
      run() {
        chooseTheme(theme)
        onClose()
      },
    })),
    { icon: faArrowRightFromBracket, title: words.signOut, run: () => leave.mutate() },
  ]
  return { actions: actions.filter((one): one is Entry => Boolean(one)), error: create.error ?? leave.error }
}

/** Returns the open space, and the creation of a change request in it, which leads to the open page there. */
function useChangeRequestHere() {
  const { spaceId = '', pageId, changeRequestId, revisionId } = useParams({ strict: false })
  const { data: space } = useQuery({ ...spaceQuery(spaceId), enabled: spaceId !== '' })
  // A page of another version may not be there.
  const isLive = changeRequestId === undefined && revisionId === undefined
  const words = useWords()
  const opened = isLive ? pageId : undefined
  const subjectOf = async () => subjectOfEdit(await titleOfPage(spaceId, opened), words)
  return { space, create: useNewChangeRequest(spaceId, opened, subjectOf).create }
}
