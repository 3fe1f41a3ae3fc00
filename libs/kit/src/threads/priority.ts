import { constants, getPriority, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: belowNormal } = constants.priority

/**
 * Has other processes go before one, by default this process. One that comes later already stays as it is: the system lets
 * nobody but root raise a priority, and refuses everybody else.
 */
export function comeAfterOthers(pid = 0): void {
  if (getPriority(pid) < belowNormal) setPriority(pid, belowNormal)
}
