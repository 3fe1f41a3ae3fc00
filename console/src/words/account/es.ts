import type { AccountWords } from './en.ts'

export const es: AccountWords = {
  profile: 'Perfil',
  name: 'Nombre',
  sessions: 'Dónde ha iniciado sesión',
  sessionsHint: 'Termine una sesión que no conozca; ese navegador queda fuera al instante.',
  lastUsed: 'Último uso',
  thisSession: 'Esta',
  endSession: 'Cerrar sesión',
  passkeys: 'Llaves de acceso',
  passkeysHint: 'Con una llave de acceso entra con su huella, su rostro o el PIN de un dispositivo, sin correo.',
  addPasskey: 'Añadir una llave de acceso',
  passkeyAdded: 'Añadida',
  passkeyName: 'Nombre de la llave de acceso',
  removePasskey: 'Quitar',
  signInAgainFirst: 'Para esto debe haber iniciado sesión hace menos de diez minutos.',
}
