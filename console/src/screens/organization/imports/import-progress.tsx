import type { ContentImportRun } from '@quire/contracts'
import { Notice, problemText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { importProblem } from './import-problems.ts'
import { announcedStep, stepOf, stepText } from './import-steps.ts'
import styles from './imports.module.css'
import { isUnderWay } from './imports-queries.ts'
import { RunStatus } from './run-status.tsx'

/** Shows how far an import is, or how it has ended. */
export function ImportProgress({ run }: { run: ContentImportRun }) {
  const words = useWordsOf('imports')
  const { status, importedResources, totalResources, reason } = run
  const step = stepOf(run)
  const inAll = words.progress(importedResources, totalResources)
  return (
    <div className={styles.progress}>
      <p className={styles.state}>
        <RunStatus status={status} /> {step ? stepText(step, words) : inAll}
      </p>
      <p className="hidden-text" role="status">
        {step ? announcedStep(step, words) : `${words.runStatuses[status]} ${inAll}`}
      </p>
      {isUnderWay(run) && (
        <>
          <progress
            aria-label={step ? words.steps[step.name] : words.runStatuses[status]}
            {...(step && step.total > 0 && { value: step.done, max: step.total })}
            className={styles.bar}
          />
          <p className={facts.lead}>{words.progressHint}</p>
        </>
      )}
      {status === 'failed' && (
        <Notice>
          {words.nothingImported} {problemText(importProblem(reason ?? '', words))}
        </Notice>
      )}
      {status === 'cancelled' && <Notice kind="info">{words.nothingImported}</Notice>}
    </div>
  )
}
