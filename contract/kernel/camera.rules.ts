/**
 * The pages that show what a camera takes: a check-in tablet, which reads codes, and the door of an online visit (rules 31, 71). They and
 * no other may use camera and microphone (TRUST D7); the server says so of each document, and the worker of the shell it keeps.
 */
export const mayUseCamera = (pathname: string) =>
  pathname === '/kiosk' || /^\/appointment\/[^/]+\/meeting$/.test(pathname)
