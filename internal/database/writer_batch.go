package database

import "fmt"

// members runs the jobs of a batch: first those that can be made together, then each of
// the others in its savepoint. A job that fails there is undone alone and keeps its
// error; an error of members itself means that the transaction is lost.
func (w *writer) members(t *Tx, batch []*job) error {
	if err := w.join(t, batch); err != nil {
		return err
	}
	for _, j := range batch {
		if j.made {
			continue
		}
		if _, err := t.Exec("SAVEPOINT member"); err != nil {
			return err
		}
		j.err = w.member(t, j.change)
		if j.err != nil {
			if _, err := t.Exec("ROLLBACK TO member"); err != nil {
				return fmt.Errorf("%w (after %w)", err, j.err)
			}
		}
		if _, err := t.Exec("RELEASE member"); err != nil {
			return err
		}
	}
	return nil
}

// join makes the parts of a batch together, if there are several. It needs no
// savepoint: its error loses the transaction.
func (w *writer) join(t *Tx, batch []*job) (err error) {
	var jobs []*job
	var parts []Part
	for _, j := range batch {
		j.made, j.err = false, nil // whatever an earlier attempt left
		if j.part != nil {
			jobs, parts = append(jobs, j), append(parts, j.part)
		}
	}
	if len(parts) < 2 {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("store: panic in a batch: %v", p)
		}
	}()
	made, err := w.together(t, parts)
	for i := range made {
		jobs[i].made = made[i]
	}
	return err
}

// member runs one change; what it has gathered joins the batch's only if it succeeds.
func (w *writer) member(batch *Tx, change func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("store: panic in a write: %v", p)
		}
	}()
	own := *batch
	own.Gathered, own.Earlier = w.fresh(), batch.Gathered
	if err := change(&own); err != nil {
		return err
	}
	batch.Gathered.Join(own.Gathered)
	return nil
}
