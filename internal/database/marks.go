package database

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kontor/internal/mark"
)

// marks are the shop's marks as found.
type marks struct {
	dir    string     // of the own one
	own    *mark.Mark // beside the database; nil: there is none
	others []found    // elsewhere
}

// found is a mark and where it is.
type found struct {
	mark.Mark
	path string
}

func dirOf(path string) string { return filepath.Dir(path) }

// randomName returns a name for a shop or a start that nobody else has.
func randomName() string { return rand.Text() }

// readMarks reads all marks. One that cannot be read elsewhere does not count: its disk
// may be away.
func readMarks(dir string, others []string) (marks, error) {
	m := marks{dir: dir}
	own, err := mark.Read(dir)
	var unreadable *fs.PathError
	switch {
	case err == nil:
		m.own = &own
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, &unreadable):
		return m, unusable(unreadable.Path, err)
	default:
		return m, refuse("%v; %s", err, hereRemedy)
	}
	m.others = marksIn(others)
	return m, nil
}

func marksIn(dirs []string) (all []found) {
	for _, dir := range dirs {
		if other, err := mark.Read(dir); err == nil {
			all = append(all, found{other, filepath.Join(dir, mark.FileName)})
		}
	}
	return all
}

// ownReserved returns how far ids of a table are reserved beside the database.
func (m *marks) ownReserved(table string) int64 {
	if m.own == nil {
		return 0
	}
	return m.own.Sequences[table].Reserved
}

// any returns the path of a mark; empty if there is none.
func (m *marks) any() string {
	if m.own != nil {
		return filepath.Join(m.dir, mark.FileName)
	}
	for _, other := range m.others {
		return other.path
	}
	return ""
}

// hereRemedy is what to do about a database that is not the one with which the shop ran
// last.
const hereRemedy = "die richtige Datei zurücklegen; soll diese von nun an der Shop sein: »kontor restore --here«"

// mayCreate refuses where a start would create a database in place of one that is
// missing, or that nobody has ordered.
func (o Options) mayCreate(path string) error {
	file, err := os.Stat(path)
	if err == nil && file.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if keepsItsLog(path) != nil && err == nil {
		return keepsItsLog(path)
	}
	m, damage := readMarks(dirOf(path), o.MarkDirs)
	if damage != nil {
		return damage
	}
	return o.mayBeNew(path, m)
}

func (o Options) mayBeNew(path string, m marks) error {
	switch {
	case m.any() != "":
		return refuse("%s fehlt oder ist leer, aber laut %s gibt es diesen Shop schon: Ist der Datenträger eingehängt? "+
			"Die Datenbank zurücklegen oder eine Sicherung einspielen (kontor restore); eine neue wird nicht angelegt", path, m.any())
	case o.MustExist:
		return refuse("%s fehlt oder ist leer, und ein öffentlicher Shop legt von selbst keine Datenbank an: "+
			"Ist der Datenträger eingehängt und DATA_DIR richtig? Einen neuen Shop legt »kontor init« an", path)
	}
	return nil
}

// verdict refuses a database that is not the one with which the shop ran last, or whose
// shop has moved.
func (s *start) verdict(movesTo string) error {
	path := s.path
	if !s.found.tables {
		return s.mayBeNew(path, s.marks)
	}
	if err := s.found.own.hasMoved(path, movesTo); err != nil {
		return err
	}
	m := s.marks.own
	if m == nil {
		return s.unmarked()
	}
	markPath := filepath.Join(s.dir, mark.FileName)
	run := ""
	if own := s.found.own; own != nil {
		if run = own.run; own.shop != m.ShopID {
			return refuse("%s gehört zu einem anderen Shop als %s; %s", path, markPath, hereRemedy)
		}
	}
	if !m.Of(run) {
		return refuse("%s ist eine Kopie oder ein älterer Stand: mit dieser Datei lief der Shop laut %s zuletzt nicht; %s", path, markPath, hereRemedy)
	}
	for i, table := range s.Schema.Tables {
		if last := m.Sequences[table].Last; last > s.found.last[i] {
			return refuse("%s ist ein älterer Stand: in der Tabelle %s endet er bei %d, laut %s war schon %d vergeben; %s",
				path, table, s.found.last[i], markPath, last, hereRemedy)
		}
	}
	return nil
}

// unmarked judges a database without a mark: before its first start with marks it has
// none, and an empty shop has nothing to lose.
func (s *start) unmarked() error {
	if s.marks.any() == "" && (s.found.own == nil || !s.found.issued()) {
		return nil
	}
	return refuse("neben %s fehlt %s: ob dies der letzte Stand des Shops ist, lässt sich nicht sagen; %s", s.path, mark.FileName, hereRemedy)
}

// hasMoved refuses a database whose shop is somewhere else by now, or on its way to
// another place than the given one.
func (i *identity) hasMoved(path, movesTo string) error {
	if i == nil || i.moved == "" || movesTo != "" && i.moved == movingTo+movesTo {
		return nil
	}
	if to, moving := i.moving(); moving {
		return &Refusal{fmt.Sprintf("%s: der Umzug nach %s wurde begonnen und nicht beendet; ihn mit »kontor move« beenden oder mit »kontor move --abort« abbrechen", path, to), true}
	}
	return &Refusal{fmt.Sprintf("%s: dieser Shop ist nach %s umgezogen; DATABASE_URL setzen, denn hier würden Nummern ein zweites Mal vergeben", path, i.moved), true}
}
