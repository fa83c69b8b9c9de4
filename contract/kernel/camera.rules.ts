/**
 * The pages that use the camera: a check-in tablet, which reads codes, and the entrance of an online visit (rules 31,
 * 71). No other page may use camera and microphone (TRUST D7). The server says so for each document, and the worker for
 * the shell it keeps.
 */
export const mayUseCamera = (pathname: string) =>
  pathname === '/kiosk' || /^\/appointment\/[^/]+\/meeting$/.test(pathname)
