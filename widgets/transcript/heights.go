package transcript

// heights are how high the rows are: those that were laid out as they were,
// others as high as these are on average. They are kept by index, so rows that
// come in between make those after them a guess again, which is right once they
// are laid out.
//
// Sums over the first rows are kept in Fenwick trees, so that a frame costs the
// logarithm of the number of rows: node i covers the i&-i rows up to the i-th.
type heights struct {
	known []int32 // of each row; 0: not known
	sums  []int64 // of what is known
	count []int32 // how many are known
}

// resize makes room for n rows, or forgets those after n.
func (h *heights) resize(n int) {
	for i := n; i < len(h.known); i++ {
		h.set(i, 0)
	}
	if n < len(h.known) {
		h.known, h.sums, h.count = h.known[:n], h.sums[:n], h.count[:n]
	}
	for i := len(h.known); i < n; i++ {
		node := i + 1
		sum, count := h.first(i)
		sumBelow, countBelow := h.first(node - node&-node)
		h.known, h.sums, h.count = append(h.known, 0), append(h.sums, sum-sumBelow), append(h.count, count-countBelow)
	}
}

func (h *heights) forget() { h.known, h.sums, h.count = h.known[:0], h.sums[:0], h.count[:0] }

// set notes the height of a row.
func (h *heights) set(i, height int) {
	more := int64(height) - int64(h.known[i])
	if more == 0 {
		return
	}
	var one int32
	switch {
	case h.known[i] == 0:
		one = 1
	case height == 0:
		one = -1
	}
	h.known[i] = int32(height)
	for node := i + 1; node <= len(h.known); node += node & -node {
		h.sums[node-1] += more
		h.count[node-1] += one
	}
}

// first is what is known of the first n rows.
func (h *heights) first(n int) (sum int64, count int32) {
	for ; n > 0; n -= n & -n {
		sum, count = sum+h.sums[n-1], count+h.count[n-1]
	}
	return sum, count
}

// before is how high the first n rows are together.
func (h *heights) before(n int) float64 {
	sum, count := h.first(n)
	return float64(sum) + float64(n-int(count))*h.mean()
}

// mean is how high rows are on average.
func (h *heights) mean() float64 {
	sum, count := h.first(len(h.known))
	if count == 0 {
		return 1
	}
	return float64(sum) / float64(count)
}

// at is the row that a distance from the top of the first is in.
func (h *heights) at(y float64) int {
	low, high := 0, max(0, len(h.known)-1)
	for low < high {
		middle := (low + high + 1) / 2
		if h.before(middle) > y {
			high = middle - 1
		} else {
			low = middle
		}
	}
	return low
}
