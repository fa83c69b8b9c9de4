import { useEffect, useRef, useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { dropDoctorDraft, keepDoctorDraft } from './commands-draft.ts'
import type { DoctorValues } from './doctor-values.ts'
import { readDoctorDraft } from './queries-draft.ts'

/**
 * The form's values, stored on the device while typing and restored after a reload (SCREENS B0). `start` is what the
 * form shows without a draft; null while that is unknown. `drop` deletes the draft when it is saved or discarded.
 */
export function useDoctorDraft(id: string | null, start: DoctorValues | null) {
  const device = useDevice()
  const [values, setValues] = useState<DoctorValues | null>(null)
  const [restored, setRestored] = useState(false)
  const ended = useRef(false)
  const ready = start !== null
  useEffect(() => {
    if (!start || values) return
    let gone = false
    void readDoctorDraft(device, id).then((draft) => {
      if (gone) return
      setRestored(draft !== null)
      setValues(draft ?? start)
    })
    return () => void (gone = true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the initial values are known
  }, [ready, id])
  function set(next: DoctorValues) {
    setValues(next)
    if (!ended.current) void keepDoctorDraft(device, id, next)
  }
  async function drop() {
    ended.current = true
    await dropDoctorDraft(device, id)
  }
  async function restart() {
    await dropDoctorDraft(device, id)
    setRestored(false)
    setValues(start)
  }
  return {
    values,
    set,
    drop,
    restored,
    restart,
    dirty: values !== null && start !== null && JSON.stringify(values) !== JSON.stringify(start),
  }
}
