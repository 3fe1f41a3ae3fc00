import { faCircleCheck } from '@fortawesome/free-regular-svg-icons'
import { faArrowRight, faCircle, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { isTourLeft, runningTour, startTour, watchTour } from '../../frame/tour-progress.ts'
import { Button, buttonClass, IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/screen.tsx'
import { Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { sitesQuery } from '../sites/sites-queries.ts'
import { firstDocument } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import styles from './first-steps.module.css'

interface StepsProps {
  organizationId: string
  spaces: readonly Space[]
  mayInvite: boolean
  onCreateSpace: () => void
  /** Stands here where the person has hidden the steps. */
  instead: ReactNode
}

const hiddenName = 'quire-first-steps-hidden'

/**
 * Leads somebody who is new from an empty organization to a published page, one step after the other. It ticks what is
 * done, and goes when all is done or when the person hides it on this device.
 */
export default function FirstSteps({ organizationId, spaces, mayInvite, onCreateSpace, instead }: StepsProps) {
  const words = useWordsOf('organization')
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenName) !== null)
  const isTouring = useSyncExternalStore(watchTour, runningTour) !== null
  const [first] = spaces
  const pages = useQuery({ ...pagesQuery({ spaceId: first?.id ?? '' }), enabled: first !== undefined && !isHidden })
  const sites = useQuery({ ...sitesQuery(organizationId), enabled: !isHidden })
  const hasSpace = first !== undefined
  const hasPage = pages.data !== undefined && firstDocument(pages.data) !== undefined
  const published = sites.data?.find((site) => site.published)
  if (isHidden) return instead
  const failed = [pages, sites].filter(({ error }) => error)
  const retry = () => void Promise.all(failed.map((one) => one.refetch()))
  if (failed[0] && ((first && !pages.data) || !sites.data)) return <Failure error={failed[0].error} retry={retry} />
  // Without spaces the screen shows nothing else meanwhile.
  if ((first && !pages.data) || !sites.data) return first ? null : <Loading />
  if (hasPage && published) return null
  const hide = () => {
    localStorage.setItem(hiddenName, '')
    setHidden(true)
  }
  const params = { organizationId }
  return (
    <Section
      title={words.firstSteps}
      aside={
        <span className={styles.aside}>
          {!isTouring && (
            <Button kind="quiet" icon={faArrowRight} onClick={startTour}>
              {isTourLeft() ? words.tourResume : words.tourStart}
            </Button>
          )}
          <IconButton icon={faXmark} label={words.hideFirstSteps} onClick={hide} />
        </span>
      }
    >
      <ol className={styles.steps}>
        <Step isDone={hasSpace} title={words.stepSpace} hint={words.stepSpaceHint}>
          <Link to="/o/$organizationId/imports/new" params={params} className={buttonClass()}>
            {words.stepSpaceImport}
          </Link>
          <Button kind="primary" data-tour="new-space" onClick={onCreateSpace}>
            {words.newSpace}
          </Button>
        </Step>
        <Step isDone={hasPage} isWaiting={!hasSpace} title={words.stepPage} hint={words.stepPageHint}>
          <StepLink to="/s/$spaceId" params={{ spaceId: first?.id ?? '' }}>
            {words.stepPageDo}
          </StepLink>
        </Step>
        <Step isDone={published !== undefined} isWaiting={!hasPage} title={words.stepSite} hint={words.stepSiteHint}>
          <StepLink to="/o/$organizationId/sites/new" params={params}>
            {words.stepSiteDo}
          </StepLink>
        </Step>
        {mayInvite && (
          <Step isDone={false} title={words.stepPeople} hint={words.stepPeopleHint}>
            <Link to="/o/$organizationId/members" params={params} className={buttonClass()}>
              {words.stepPeopleDo}
            </Link>
          </Step>
        )}
      </ol>
    </Section>
  )
}

interface StepProps {
  isDone: boolean
  /** True while the step before is not done. */
  isWaiting?: boolean
  title: string
  hint: string
  children: ReactNode
}

function Step({ isDone, isWaiting = false, title, hint, children }: StepProps) {
  const words = useWordsOf('organization')
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <Icon icon={isDone ? faCircleCheck : faCircle} className={styles.sign} />
      <span className={styles.text}>
        <b>{title}</b>
        {isDone ? <span>{words.stepDone}</span> : <span>{hint}</span>}
      </span>
      {!isDone && !isWaiting && children}
    </li>
  )
}

const StepLink = ({ children, ...link }: Pick<LinkProps, 'to' | 'params'> & { children: string }) => (
  <Link {...link} className={buttonClass('primary')}>
    {children}
    <Icon icon={faArrowRight} />
  </Link>
)
