package door

import (
	"net/http"
	"time"

	"kontor/internal/gate"
	"kontor/internal/web/kit"
)

// deviceLife is how long a device is remembered after it has last passed the
// administration's gate.
const deviceLife = 180 * 24 * time.Hour

// devices recognises the browsers that have passed the administration's gate, so that
// strangers' wrong codes do not lock them out. It lets nobody in.
type devices struct{ cookie gate.Cookie }

// newDevices derives the key from the secret of the administration's gate, on which it
// depends anyway; a new administration code makes all devices strangers.
func newDevices(c *kit.Common, administration Gate) (devices, error) {
	derived, err := gate.DeriveKeys(gate.Device, administration.Secrets)
	if err != nil {
		return devices{}, err
	}
	keys, err := gate.NewKeyring(gate.Device, gate.NewCode(administration.Code), deviceLife, derived...)
	if err != nil {
		return devices{}, err
	}
	keys.Now = c.Now
	return devices{c.OwnCookie("_geraet", keys)}, nil
}

// known returns the device that the request comes from, if it is known.
func (d devices) known(r *http.Request) (gate.Session, bool) {
	_, device, err := d.cookie.Open(r)
	return device, err == nil
}

// remember makes the browser a known device. One that is known already keeps its
// identity: a new one would have new guesses.
func (d devices) remember(w http.ResponseWriter, r *http.Request) {
	if id, _, err := d.cookie.Open(r); err == nil {
		d.cookie.Keep(w, id)
		return
	}
	d.cookie.Start(w)
}
