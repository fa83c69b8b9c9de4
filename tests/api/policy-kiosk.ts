const desk = { admin: 'forbidden', clinic: 'own', doctor: 'forbidden', patient: 'forbidden' } as const

/**
 * Who may do what with the check-in tablets (rule 69): a clinic's desk; and the tablet itself, which is not a person
 * and has its own key.
 */
export const kioskPolicy = {
  'kiosk.list': { asks: 'self', ...desk },
  'kiosk.enrol': { asks: 'self', ...desk },
  'kiosk.revoke': { asks: 'object', ...desk, clinic: 'clinic' },
  'kiosk.today': { asks: 'anyone' },
  'kiosk.arrive': { asks: 'anyone' },
  'kiosk.leave': { asks: 'anyone' },
} as const
