import type { AccountWords } from './en.ts'

export const es: AccountWords = {
  profile: 'Perfil',
  name: 'Nombre',
  sessions: 'Dónde ha iniciado sesión',
  sessionsHint: 'Termine una sesión que no conozca; ese navegador queda fuera al instante.',
  lastUsed: 'Último uso',
  thisSession: 'Esta',
  endSession: 'Cerrar sesión',
}
